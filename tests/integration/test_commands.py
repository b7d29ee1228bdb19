"""Wrong use and failed builds: one clear line on stderr, the right exit code, no traceback."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.__main__ import main
from builder.commands import commands
from builder.workspace import folder_lock
from tests.build_factories import HOSTILE, ROOT, run, start

HAND = ("build", "--source", "handwritten:torts")
Damage = Callable[[Path], object]


def ends_with(
    capsys: pytest.CaptureFixture[str], code: int, message: str, *arguments: str | Path
) -> None:
    """Runs a command that must end with `code` and one line on stderr that holds `message`."""
    capsys.readouterr()
    try:
        ended = main([str(argument) for argument in arguments])
    except SystemExit as exc:  # what argparse does on wrong use
        ended = exc.code
    said = capsys.readouterr().err
    assert re.fullmatch(r"error: [^\n]+\n", said), said
    assert re.search(message, said), said
    assert len(said) < 600, said
    assert ended == code


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        (r"required: command; see python -m builder --help", []),
        (r"invalid choice: 'bild'.*'build', 'card'", ["bild"]),
        (r"required: --out", [*HAND]),
        (r"required: --source", ["build", "--out", "{out}"]),
        (r"unrecognized arguments: --sed", [*HAND, "--out", "{out}", "--sed", "1"]),
        (r"--seed: 'x' is not a whole number", [*HAND, "--out", "{out}", "--seed", "x"]),
        (r"--seed: '1.5' is not a whole number", [*HAND, "--out", "{out}", "--seed", "1.5"]),
        (r"--seed: -1 is below 0", [*HAND, "--out", "{out}", "--seed", "-1"]),
        (r"--workers: -2 is below 0", [*HAND, "--out", "{out}", "--workers", "-2"]),
        (r"--workers: must be 1 or more", [*HAND, "--out", "{out}", "--workers", "0"]),
        (r"--worlds: must be 1 or more", [*HAND, "--out", "{out}", "--worlds", "0"]),
        (r"invalid choice: 'tort'", [*HAND, "--out", "{out}", "--case-type", "tort"]),
        (r"'noise' is not NAME=NUMBER", [*HAND, "--out", "{out}", "--set", "noise"]),
        (r"'many' is not a whole number", [*HAND, "--out", "{out}", "--set", "noise=many"]),
        (r"no dial 'nois'; there are: merits", [*HAND, "--out", "{out}", "--set", "nois=3"]),
        (
            r"no source named 'dreams'; there are: .*fiction",
            ["build", "--source", "dreams", "--out", "{out}"],
        ),
        (
            r"no scenario 'dreams'; there are: ",
            ["build", "--source", "fiction:dreams", "--out", "{out}"],
        ),
        (
            r"no key.yaml in '/nowhere'.*shipped worlds are",
            ["build", "--source", "handwritten:/nowhere", "--out", "{out}"],
        ),
        (
            r"needs an analyst: --analyst replay:FILE",
            ["build", "--source", "folder:/nowhere", "--out", "{out}"],
        ),
        (r"no author named 'sage'; there are: ", [*HAND, "--out", "{out}", "--analyst", "sage"]),
        (r"'replay' has no judge", [*HAND, "--out", "{out}", "--judge", "replay"]),
        (
            r"no file of recorded answers: '/no'",
            [*HAND, "--out", "{out}", "--analyst", "replay:/no"],
        ),
        (r"needs an analyst", [*HAND, "--out", "{out}", "--analyst", "procedural"]),
        (r"cannot write to '{file}'.*give another --out", [*HAND, "--out", "{file}"]),
        (r"cannot write to '{file}/out'.*give another --out", [*HAND, "--out", "{file}/out"]),
        (r"no such folder: '/nowhere'", ["record", "/nowhere"]),
        (r"'2' is no part between", ["review", "export", "b", "--out", "s.xlsx", "--shared", "2"]),
        (r"no gate named 'nope'; there are: .*ledger", ["audit", "/nowhere", "--gate", "nope"]),
        (r"no repository can be named 'a/b/c'", ["push", "--repo-id", "a/b/c"]),
        (r"no world in '/nowhere': give <build>/worlds/<world_id>", ["show", "/nowhere"]),
        (
            r"no such build folder: '/nowhere'",
            ["pack", "/nowhere", "--split", "a", "--out", "{out}"],
        ),
    ],
)
def test_wrong_use_ends_with_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, message: str, arguments: list[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    places = {"{out}": str(tmp_path / "out"), "{file}": str(tmp_path / "file")}
    filled = [*arguments]
    for name, place in places.items():
        filled = [argument.replace(name, place) for argument in filled]
        message = message.replace(name, re.escape(place))
    ends_with(capsys, 2, message, *filled)
    assert not list(tmp_path.glob("out/**/*.json")), "wrong use is said before any work"


def test_wrong_use_of_what_is_built_ends_with_2(
    capsys: pytest.CaptureFixture[str], built: Path, world_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    pack = ("pack", built, "--split")
    ends_with(capsys, 2, r"split's name.*'Val 1'", *pack, "Val 1", "--out", tmp_path / "d")
    ends_with(capsys, 2, r"split's name.*'\.\./a'", *pack, "../a", "--out", tmp_path / "d")
    ends_with(capsys, 2, r"cannot write to .*file", *pack, "a", "--out", tmp_path / "file")
    ends_with(capsys, 2, r"no world in", "show", built)
    ends_with(
        capsys, 2, r"no document 'd999'.*d001 to d036", "show", world_folder, "--document", "d999"
    )
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.xml"])
def test_a_record_without_a_readable_paper_ends_with_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    ends_with(capsys, 2, r"holds no readable court paper: no file ends in", "record", tmp_path)
    (tmp_path / name).write_bytes(b"")
    ends_with(capsys, 2, rf"holds no readable court paper.*'{name}'", "record", tmp_path)
    (tmp_path / name).write_bytes(b"\x00\xffnot a paper" * 50)
    ends_with(capsys, 2, rf"holds no readable court paper.*'{name}'", "record", tmp_path)


def rewritten(name: str, text: str) -> Damage:
    """Puts other text into a file of a build."""

    def damage(build: Path) -> None:
        (path,) = build.rglob(name)
        path.write_text(text)

    return damage


def uncertified(build: Path) -> None:
    (path,) = build.rglob("world.json")
    value = json.loads(path.read_text())
    value["value"]["certificate"]["documents"][0]["results"][0]["passed"] = False
    path.write_text(json.dumps(value))


def touched(build: Path) -> None:
    path = next(path for path in sorted(build.rglob("*.txt")))
    path.write_bytes(path.read_bytes() + b" ")


def emptied(build: Path) -> None:
    path = build / "build.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "worlds": []}))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda build: (build / "build.json").unlink(), r"no finished build.*run its build comm"),
        (rewritten("build.json", "{"), r"build\.json' cannot be read \(.*\); build again"),
        (rewritten("build.json", "[]"), r"build\.json' cannot be read \(.*\); build again"),
        (rewritten("build.json", '{"worlds": []}'), r"build\.json' cannot be read \(source: F"),
        (emptied, r"no certified world to pack"),
        (lambda build: next(build.rglob("world.json")).unlink(), r"not built to its end; build"),
        (
            rewritten("world.json", '{"key": "", "value"'),
            r"json' cannot be read \(Invalid JSON",
        ),
        (rewritten("world.json", "[1]"), r"world\.json' cannot be read \(Input"),
        (
            rewritten("world.json", '{"key": "", "value": {}}'),
            r"world\.json' cannot be read \(value\.case_file: Field required\)",
        ),
        (uncertified, r"world 'torts-\w+' is not certified: d001"),
        (touched, r"has changed since it was certified; build again"),
        (lambda build: next(build.rglob("*.txt")).unlink(), r"txt' is missing; build again"),
    ],
)
def test_what_cannot_be_packed_ends_with_1_and_leaves_nothing(
    capsys: pytest.CaptureFixture[str], built: Path, tmp_path: Path, damage: Damage, message: str
) -> None:
    build = Path(shutil.copytree(built, tmp_path / "build"))
    damage(build)
    ends_with(capsys, 1, message, "pack", build, "--split", "a", "--out", tmp_path / "data_files")
    assert [p.name for p in (tmp_path / "data_files").rglob("*") if p.name != ".lock"] == []
    assert not (tmp_path / "README.md").exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"splits": 1}', '{"unknown": {}}'])
def test_a_broken_manifest_is_named_and_kept(
    capsys: pytest.CaptureFixture[str], built: Path, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "data_files" / "manifest.json"
    path.parent.mkdir()
    path.write_text(text)
    message = r"manifest\.json' is not a manifest of this version.*restore it"
    ends_with(capsys, 1, message, "pack", built, "--split", "a", "--out", path.parent)
    assert path.read_text() == text


@pytest.mark.parametrize("text", ["{", "[1]", '{"value": {}}'])
def test_a_broken_world_cannot_be_shown_but_is_built_again(
    capsys: pytest.CaptureFixture[str], built: Path, tmp_path: Path, text: str
) -> None:
    build = Path(shutil.copytree(built, tmp_path / "build"))
    (path,) = build.rglob("world.json")
    whole = path.read_bytes()
    path.write_text(text)
    ends_with(capsys, 2, r"world\.json' cannot be read .*build again", "show", path.parent)
    assert main([*HAND, "--out", str(build)]) == 0
    assert path.read_bytes() == whole


def test_a_failed_world_ends_with_1_and_says_why(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = ROOT / "builder" / "handwritten" / "worlds" / "torts"
    world = Path(shutil.copytree(source, tmp_path / "world"))
    for document in world.rglob("*.md"):
        document.write_text("# Nothing\n\nNothing is told here.\n")
    assert main(["build", "--source", f"handwritten:{world}", "--out", str(tmp_path / "out")]) == 1
    captured = capsys.readouterr()
    assert captured.out == f"0 worlds, 0 documents in {tmp_path / 'out'}; 1 not built\n"
    assert "not built: " in captured.err
    assert "Traceback" not in captured.err
    failed = json.loads((tmp_path / "out" / "build.json").read_text())
    assert (failed["worlds"], len(failed["failed"])) == ([], 1)


def test_a_folder_that_another_command_holds(
    capsys: pytest.CaptureFixture[str], built: Path, tmp_path: Path
) -> None:
    with folder_lock(tmp_path):
        ends_with(capsys, 2, r"another build is running in .*wait", *HAND, "--out", tmp_path)
        # fmt: off
        ends_with(capsys, 2, r"another build is running in .*wait", "pack", built, "--split", "a",
                  "--out", tmp_path)
        # fmt: on


@pytest.mark.slow
def test_two_builds_at_once_in_one_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first = start(*HAND, "--out", tmp_path / "out")
    while not (tmp_path / "out" / "worlds").exists() and first.poll() is None:
        time.sleep(0.01)
    assert first.poll() is None, "the first build ended before the second began"
    ends_with(capsys, 2, r"another build is running in .*wait", *HAND, "--out", tmp_path / "out")
    out, err = first.communicate(timeout=60)
    assert (first.returncode, err) == (0, ""), out


def test_a_build_in_a_process_says_only_its_error(tmp_path: Path) -> None:
    (tmp_path / "Łódź").write_text("in the way")
    out, err = run(*HAND, "--out", tmp_path / "Łódź", code=2, **HOSTILE)
    assert out == ""
    assert re.fullmatch(r"error: cannot write to [^\n]+; give another --out\n", err)


@pytest.mark.parametrize("command", ["", *commands()])
def test_help_says_what_there_is(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--help"])
    assert ended.value.code == 0
    assert f"usage: python -m builder {command}" in capsys.readouterr().out


def test_show_gives_a_world_and_each_document(
    capsys: pytest.CaptureFixture[str], world_folder: Path
) -> None:
    assert main(["show", str(world_folder)]) == 0
    page = capsys.readouterr().out
    assert all(word in page for word in ("Facts", "Inferences", "Edges", "Certificate  holds"))
    assert main(["show", str(world_folder), "--document", "d007"]) == 0
    assert capsys.readouterr().out.startswith("d007  ")
