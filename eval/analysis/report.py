"""Runs -> a report: one self-contained HTML page, the same as Markdown, and a CSV of each table.

In: `Runs` and a folder. Out: the page's path. Side effects: writes `index.html`, `report.md`,
`tables/<name>.csv` and `figures/<name>.svg` below the folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import pandas as pd
from jinja2 import Environment

from eval.analysis import figures
from eval.analysis.behind import Behind, look_behind
from eval.analysis.frames import Runs
from eval.analysis.tables import TABLES, table_module

TITLE = "InvestigationWorlds: report"
SOLVED = (
    "Cases solved over all cases, with Wilson's 95 % interval. Upright stroke: the closed form of "
    "a policy; the dashed line: 25 %."
)
BELIEFS = "Share of samples that believed the adopted, the rejected and each alternative account."
READING = (
    "Distinct documents shown after each tool call, over all documents, pooled over a system's "
    "samples. One that ended early keeps its last value, so each line ends at the coverage of the "
    "table of what was read."
)
ROLE_READING = (
    "The same by role, over the documents of the role. The dashed line, that of all documents, is "
    "what uniform retrieval of as many would show of each role."
)
AUDIT = (
    "What the audit beside the dataset found, on the very data of these runs: a system may have "
    "used whatever fails here. Its words are in cards/audit.md of the dataset."
)
FOLD_ROWS = 20


@dataclass(frozen=True)
class Section:
    """One table with its words."""

    name: str
    title: str
    note: str
    frame: pd.DataFrame

    @property
    def columns(self) -> list[str]:
        """Column heads."""
        return [str(c) for c in self.frame.columns]

    @property
    def folded(self) -> bool:
        """Whether the page shows the rows only when asked."""
        return len(self.frame) > FOLD_ROWS

    @property
    def rows(self) -> list[list[str]]:
        """Cells as text."""
        return [[str(cell) for cell in row] for row in self.frame.to_numpy().tolist()]


@dataclass(frozen=True)
class Drawing:
    """One figure with its caption."""

    name: str
    svg: str
    caption: str


def sections(runs: Runs, names: tuple[str, ...] = TABLES) -> list[Section]:
    """The tables that these runs can fill, in order."""
    made = [(name, table_module(name)) for name in names]
    found = [Section(name, m.TITLE, m.NOTE, m.table(runs)) for name, m in made]
    return [section for section in found if not section.frame.empty]


def drawings(runs: Runs, behind: Behind) -> list[Drawing]:
    """The figures that these runs can fill."""
    curve = figures.recall_by_calls(runs)
    by_role = figures.recall_by_role(runs, behind.roles)
    return [
        Drawing("solved", figures.solved(runs), SOLVED),
        Drawing("beliefs", figures.beliefs(runs), BELIEFS),
        *([Drawing("reading", curve, READING)] if curve else []),
        *([Drawing("roles", by_role, ROLE_READING)] if by_role else []),
    ]


def write_report(runs: Runs, out: Path, root: str | None = None) -> Path:
    """Writes the whole report; returns the path of the page. `root` is where the dataset lies, if
    it is not where the logs say."""
    behind = look_behind(runs, root)
    tables, pictures = sections(runs), drawings(runs, behind)
    if not behind.audit.empty:
        tables.append(Section("audit", "Audit of the dataset", AUDIT, behind.audit))
    for folder in ("tables", "figures"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    for section in tables:
        section.frame.to_csv(out / "tables" / f"{section.name}.csv", index=False)
    for picture in pictures:
        (out / "figures" / f"{picture.name}.svg").write_text(picture.svg, encoding="utf-8")
    (out / "report.md").write_text(markdown(runs, tables, pictures), encoding="utf-8")
    template = (resources.files("eval.analysis") / "report.html.j2").read_text(encoding="utf-8")
    page = (
        Environment(autoescape=True)
        .from_string(template)
        .render(
            title=TITLE,
            summary=summary(runs),
            about=about(runs),
            figures=pictures,
            sections=tables,
        )
    )
    path = out / "index.html"
    path.write_text(page, encoding="utf-8")
    return path


def markdown(runs: Runs, tables: list[Section], pictures: list[Drawing]) -> str:
    """The report as Markdown."""
    parts = [f"# {TITLE}", summary(runs), "\n".join(f"- {k}: {v}" for k, v in about(runs))]
    parts += [f"![{p.caption}](figures/{p.name}.svg)" for p in pictures]
    for section in tables:
        parts += [f"## {section.title}", section.note, pipe_table(section)]
    return "\n\n".join(parts) + "\n"


def pipe_table(section: Section) -> str:
    """A table in Markdown's pipe form."""
    lines = [section.columns, ["---"] * len(section.columns), *section.rows]
    return "\n".join(
        "| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in lines
    )


def summary(runs: Runs) -> str:
    """What was run, in one sentence."""
    samples = runs.samples
    missing = int((samples["answered"] != 1).sum())
    return (
        f"{len(runs.systems)} systems on {samples['world_id'].nunique()} cases, "
        f"{len(samples)} samples, {missing or 'none'} of them without a readable answer."
    )


def about(runs: Runs) -> list[tuple[str, str]]:
    """Facts of the runs that a reader needs to repeat them."""
    samples = runs.samples
    columns = {
        "split": "split",
        "data": "data",
        "protocol": "protocol",
        "levels": "level",
        "conditions": "condition",
        "harnesses": "harness",
        "sandboxes": "sandbox",
        "code": "code",
        "inspect_ai": "inspect",
        "dates": "date",
    }
    return [
        (name, ", ".join(sorted({str(v) for v in samples[column].dropna() if str(v)})))
        for name, column in columns.items()
        if column in samples
    ]
