"""The command line of the builder; the only place of `builder` that prints.

Exit codes: 0 success, 1 a failed build or gate, 2 wrong use. One clear line on stderr says why.
"""

from __future__ import annotations

import argparse
import logging
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn, get_args

from builder.casework import add_commands
from builder.config import BuildSettings, Level, ModelTerms, read_prices
from builder.errors import BuilderError, ConfigError
from builder.schema import CASE_TYPES


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    try:
        return options.run(options)
    except ConfigError as exc:
        _say(str(exc))
        return 2
    except BuilderError as exc:
        _say(str(exc))
        return 1
    except OSError as exc:
        _say(f"{exc.strerror or exc}: {exc.filename!r}" if exc.filename else str(exc))
        return 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130


def _say(reason: str) -> None:
    print("error:", " ".join(reason.split()), file=sys.stderr)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong on one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m builder", description=str(__doc__).split("\n")[0])
    commands = parser.add_subparsers(required=True, metavar="command")

    build = commands.add_parser("build", help="build worlds from a source")
    build.add_argument(
        "--source",
        required=True,
        metavar="S",
        help="fiction[:SCENARIO], handwritten[:PATH], folder:PATH, courtlistener:ID",
    )
    build.add_argument("--out", type=Path, required=True, metavar="DIR", help="the build folder")
    build.add_argument("--worlds", type=_positive, default=5, metavar="N", help="how many (5)")
    build.add_argument("--seed", type=_whole, default=0, metavar="K", help="seed of fiction (0)")
    build.add_argument(
        "--case-type", action="append", default=[], choices=CASE_TYPES, help="only these case types"
    )
    for hand in ("analyst", "writer", "judge"):
        build.add_argument(
            f"--{hand}",
            default="",
            metavar="HAND",
            help="procedural, handwritten, replay:FILE, or a model as Inspect has it: openai/gpt-5",
        )
    _add_terms(build)
    build.add_argument("--workers", type=_positive, default=1, metavar="N", help="processes (1)")
    build.add_argument(
        "--set",
        action="append",
        default=[],
        type=_dial,
        metavar="ROLE=N",
        help="documents per role",
    )
    build.add_argument(
        "--level",
        choices=get_args(Level),
        default="standard",
        help="how hard fictional worlds are to solve (standard)",
    )
    build.set_defaults(run=_build)

    add_commands(commands, print)

    audit = commands.add_parser("audit", help="measure the validity gates of a build or a dataset")
    audit.add_argument("source", type=Path, metavar="BUILD_OR_DATASET")
    audit.add_argument("--split", default="", metavar="NAME", help="where there is more than one")
    audit.add_argument("--gate", action="append", default=[], metavar="ID", help="only these gates")
    audit.add_argument("--answers", type=Path, metavar="ROOT", help="the key, if kept apart")
    for name, what in (
        ("logs", "logs of the evaluation"),
        ("sheets", "csv or xlsx filled in by people"),
        ("real", "folders of the real records"),
    ):
        audit.add_argument(f"--{name}", type=Path, nargs="+", default=[], help=what)
    audit.add_argument("--json", action="store_true", help="everything measured, as JSON")
    audit.add_argument("--html", type=Path, metavar="FILE", help="write the page")
    audit.set_defaults(run=_audit)

    papers = commands.add_parser("papers", help="the court papers of fictional cases, as PDF")
    papers.add_argument("--source", default="fiction", metavar="S", help="fiction[:SCENARIO]")
    papers.add_argument("--worlds", type=_positive, default=1, metavar="N", help="how many (1)")
    papers.add_argument("--seed", type=_whole, default=0, metavar="K", help="seed of fiction (0)")
    papers.add_argument("--out", type=Path, required=True, metavar="DIR")
    papers.set_defaults(run=_papers)

    show = commands.add_parser("show", help="a world on the terminal")
    show.add_argument("world", type=Path, metavar="WORLD", help="<build>/worlds/<world_id>")
    show.add_argument("--document", metavar="ID", help="one document's text and proof")
    show.set_defaults(run=_show)

    pack = commands.add_parser("pack", help="pack certified worlds as a split of the dataset")
    pack.add_argument("builds", type=Path, nargs="+", metavar="BUILD")
    pack.add_argument("--split", required=True, metavar="NAME")
    pack.add_argument("--out", type=Path, required=True, metavar="DIR", help="a data_files folder")
    pack.add_argument("--seal", type=Path, metavar="KEY", help="keep the key apart, in this folder")
    pack.add_argument(
        "--data-version", type=_version, metavar="X.Y.Z", help="(as it was, or 0.1.0)"
    )
    pack.set_defaults(run=_pack)

    check = commands.add_parser(
        "check-seal", help="whether a key is the one that a dataset has committed to"
    )
    check.add_argument("root", type=Path, metavar="DIR", help="the folder that holds data_files")
    check.add_argument("seal", type=Path, metavar="KEY", help="the folder given to pack --seal")
    check.set_defaults(run=_check_seal)

    push = commands.add_parser("push", help="publish a packed dataset on the Hub")
    push.add_argument("--repo-id", required=True, metavar="ID", help="organization/name")
    push.add_argument(
        "--folder", type=Path, default=Path(), metavar="DIR", help="README.md and data_files (.)"
    )
    push.add_argument("--tag", default="", metavar="vX.Y.Z", help="(v and the version of the data)")
    push.add_argument("--private", action="store_true", help="if the repository is made now")
    push.add_argument("--gated", choices=("auto", "manual"), help="who may read it")
    push.add_argument("--yes", action="store_true", help="do it; without, only say what would be")
    push.set_defaults(run=_push)
    return parser


def _add_terms(build: argparse.ArgumentParser) -> None:
    """The options of `build` for hands that are models."""
    group = build.add_argument_group("hands that are models")
    group.add_argument(
        "--answers",
        type=Path,
        metavar="DIR",
        help="where replies are kept (<out>/answers); builds that share it pay an answer once, so "
        "that the same cases go through another --writer under the same analyst",
    )
    group.add_argument(
        "--prices",
        type=Path,
        metavar="FILE",
        help='JSON: {"openai/gpt-5": {"input": 1.25, "output": 10}}, USD per million tokens',
    )
    group.add_argument(
        "--max-cost", type=_dollars, metavar="USD", help="stop before more than this is spent"
    )
    group.add_argument(
        "--estimate", action="store_true", help="say how many calls and tokens, and call nobody"
    )
    group.add_argument(
        "--structured", action="store_true", help="answers by schema, where the provider has it"
    )
    group.add_argument("--batch", action="store_true", help="the provider's batch mode")
    group.add_argument("--retries", type=_whole, default=4, metavar="N", help="for a call (4)")
    group.add_argument(
        "--timeout", type=_positive, default=300, metavar="S", help="seconds for a try (300)"
    )
    group.add_argument(
        "--connections", type=_positive, default=8, metavar="N", help="calls at one time (8)"
    )


def _terms(options: argparse.Namespace) -> ModelTerms:
    return ModelTerms(
        answers=str(options.answers or options.out / "answers"),
        prices=read_prices(options.prices) if options.prices else (),
        max_cost=options.max_cost,
        structured=options.structured,
        batch=options.batch,
        retries=options.retries,
        timeout=options.timeout,
        connections=options.connections,
    )


def _build(options: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.progress import Progress

    from builder.pipeline import build, costs_of, estimate

    settings = BuildSettings(
        source=options.source,
        worlds=options.worlds,
        seed=options.seed,
        case_types=tuple(options.case_type),
        analyst=options.analyst,
        writer=options.writer,
        judge=options.judge,
        dials=tuple(options.set),
        level=options.level,
        workers=options.workers,
        terms=_terms(options),
    )
    if options.estimate:
        print(estimate(settings))
        return 0
    failed = built = documents = 0
    console = Console(stderr=True)
    on_terminal = console.is_terminal
    with Progress(
        console=console,
        transient=True,
        disable=not on_terminal,
        redirect_stdout=on_terminal and sys.stdout.isatty(),
    ) as progress:
        bar = progress.add_task("worlds", total=None)
        for outcome in build(settings, options.out):
            progress.advance(bar)
            if outcome.reason:
                failed += 1
                print(f"{outcome.world_id}: not built: {outcome.reason}", file=sys.stderr)
            else:
                built += 1
                documents += outcome.n_documents
                print(f"{outcome.world_id}: {outcome.n_documents} documents, certified")
    print(f"{built} worlds, {documents} documents in {options.out}; {failed} not built")
    if spent := costs_of(settings):
        print(spent)
    return 1 if failed else 0


def _audit(options: argparse.Namespace) -> int:
    import tempfile
    from contextlib import ExitStack

    from rich.console import Console

    from builder.audit import GateResult, audit
    from builder.audit._page import page
    from builder.audit._terminal import details, one_line, summary

    def done(result: GateResult) -> None:
        print(one_line(result), file=sys.stderr)

    with ExitStack() as stack:
        root, split = options.source, options.split
        if (root / "build.json").is_file():
            from builder.stages.pack import pack, write_manifest

            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="audit-")))
            split = split or "build"
            write_manifest(pack([root], split, folder / "data_files"), folder / "data_files")
            root = folder
        report = audit(
            root,
            split,
            options.answers,
            tuple(options.logs),
            tuple(options.sheets),
            tuple(options.real),
            tuple(options.gate),
            done,
        )
    if options.html:
        options.html.write_text(page(report), encoding="utf-8")
    if options.json:
        print(report.model_dump_json(indent=2))
    else:
        console = Console()
        console.print(summary(report))
        for result in report.failed:
            console.print(details(result))
    return 1 if report.failed else 0


def _papers(options: argparse.Namespace) -> int:
    from builder.pipeline import world_id_of
    from builder.sources import SourceOptions, source_module
    from builder.stages.papers import papers

    source, _, locator = options.source.partition(":")
    wanted = SourceOptions(worlds=options.worlds, seed=options.seed)
    for record in source_module(source).records(locator, wanted):
        for path in papers(record, options.out / world_id_of(record)):
            print(path)
    return 0


def _show(options: argparse.Namespace) -> int:
    from builder.show import show_document, show_world

    print(
        show_document(options.world, options.document)
        if options.document
        else show_world(options.world)
    )
    return 0


def _pack(options: argparse.Namespace) -> int:
    from builder.dataset import write_dataset

    manifest = write_dataset(
        options.builds, options.split, options.out, options.seal, options.data_version or ""
    )
    packed = manifest.splits[options.split]
    size = sum(file.size for file in packed.files.values())
    sealed = f"; the key is in {options.seal}" if options.seal else ""
    print(
        f"{options.split}: {len(packed.worlds)} worlds, {packed.documents} documents, "
        f"{size / 1e6:.1f} MB in {options.out}{sealed}"
    )
    return 0


def _check_seal(options: argparse.Namespace) -> int:
    from builder.manifest import read_manifest
    from builder.sealing import broken

    wrong = broken(read_manifest(options.root / "data_files"), options.seal)
    for split, worlds in wrong.items():
        state = f"not as committed: {', '.join(worlds)}" if worlds else "as committed"
        print(f"{split}: the key in {options.seal} is {state}")
    return 1 if any(wrong.values()) else 0


def _push(options: argparse.Namespace) -> int:
    from builder.stages.publish import plan_push, publish

    if not options.yes:
        plan = plan_push(options.folder, options.repo_id)
        for name in ("new", "changed", "deleted"):
            for path in getattr(plan, name):
                print(f"{name:<8} {path}")
        print(
            f"{len(plan.unchanged)} unchanged; {plan.send_bytes / 1e6:.1f} MB to send to "
            f"{plan.repo_id}; nothing was sent, --yes does it"
        )
        return 0
    done = publish(options.folder, options.repo_id, options.tag, options.private, options.gated)
    print(f"{options.repo_id}: {done.outcome}, {done.tag} is {done.revision}")
    return 0


def _whole(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is below 0")
    return value


def _dollars(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no sum of dollars") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no sum of dollars")
    return value


def _version(text: str) -> str:
    if not re.fullmatch(r"\d+\.\d+\.\d+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not three numbers such as 1.2.0")
    return text


def _positive(text: str) -> int:
    value = _whole(text)
    if value == 0:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return value


def _dial(text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=NUMBER")
    return name.replace("-", "_"), _whole(value)


if __name__ == "__main__":
    sys.exit(main())
