"""What an audit that lies beside the data says, for the card and its pages.

In: a dataset's root, where `python -m builder audit ROOT --json ROOT/cards/audit.json` has put its
report (or one for each split, as `audit-<split>.json`), and the manifest. Out: Markdown. A report
on other data than what is there now is named, and not shown. Reads files; writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from builder.audit import AuditReport, GateResult
from builder.audit._page import shown, verdict
from builder.errors import PackError, in_short
from builder.manifest import Manifest

HOW = "python -m builder audit ROOT --json ROOT/cards/audit.json"
WORST = 5


def read_audits(root: Path) -> dict[str, AuditReport]:
    """File name -> report, for every audit beside the data; PackError for one that is none."""
    found: dict[str, AuditReport] = {}
    for path in sorted((root / "cards").glob("audit*.json")):
        try:
            found[path.name] = AuditReport.model_validate_json(path.read_bytes())
        except ValidationError as exc:
            reason = f"{str(path)!r} is no audit of this version ({in_short(exc)})"
            raise PackError(f"{reason}; audit again, or remove it") from exc
    return found


def fits(report: AuditReport, manifest: Manifest) -> bool:
    """Whether a report is on the data that the manifest names."""
    split = manifest.splits.get(report.split)
    return split is not None and report.data == split.data_hash


def in_one_line(root: Path, manifest: Manifest, split: str) -> str:
    """How many gates of a split hold, in a line, and which fail."""
    for report in read_audits(root).values():
        if report.split == split and fits(report, manifest):
            held = sum(gate.passed is True for gate in report.gates)
            failed = [gate.gate for gate in report.failed]
            unknown = len(report.gates) - held - len(failed)
            parts = [f"{held} hold"]
            parts += [f"{len(failed)} fail ({', '.join(failed)})"] if failed else []
            parts += [f"{unknown} not measured"] if unknown else []
            return ", ".join(parts)
    return "not audited"


def audit_page(root: Path, manifest: Manifest) -> str:
    """Every gate of every audit: what was measured, what must hold, what that means."""
    parts = ["# Audit of the data\n\n"]
    reports = read_audits(root)
    if not reports:
        parts.append(
            f"There is none yet. Make one with `{HOW}`, then `python -m builder card ROOT`.\n"
        )
    for name, report in reports.items():
        if fits(report, manifest):
            sealed = bool(manifest.splits[report.split].commitments)
            parts += _of_split(report, sealed)
        else:
            parts.append(
                f"\n`cards/{name}` is on other data of the split `{report.split}` than what is "
                f"there now, and is not shown. Audit again: `{HOW}`.\n"
            )
    return "".join(parts)


def _of_split(report: AuditReport, sealed: bool) -> Iterator[str]:
    yield f"\n## {report.split}\n\n{report.worlds} worlds, {report.documents} documents.\n\n"
    yield "| gate | | measured | must hold |\n| --- | --- | --- | --- |\n"
    for gate in report.gates:
        measured = shown(gate) or ("" if sealed else gate.reason)
        cells = (gate.title, f"**{verdict(gate)}**", measured, gate.threshold)
        yield f"| {' | '.join(_cell(cell) for cell in cells)} |\n"
    for gate in report.gates:
        yield from _in_words(gate, sealed)


def _in_words(gate: GateResult, sealed: bool) -> Iterator[str]:
    """What a gate has to say; who offends is key material, and not told of a sealed split."""
    if not (gate.sentences or gate.passed is False):
        return
    yield f"\n### {gate.title}\n\n"
    yield from (f"{sentence}\n" for sentence in gate.sentences)
    if gate.passed is False and not sealed:
        yield f"\nIt fails: {gate.reason}\n"
        yield from (f"- {offender}\n" for offender in gate.offenders[:WORST])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
