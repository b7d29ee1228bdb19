"""Cleans raw pages of what is not the paper's own text.

In: raw pages. Out: pages without ECF stamps, pleading line numbers, sidebars, running heads and
feet and star pages; footnotes stand after the body as `[n.3] ...`, their marks in it as `[n.3]`; a
sentence cut by a page break is kept whole on the page where it begins. No side effects.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from builder.filings.furniture import without_furniture
from builder.filings.ocr import repair
from builder.filings.sentences import cited_after, ends_sentence, rest_of_sentence
from builder.filings.stamps import without_stamps
from builder.schema import Page, Record

_STAR = re.compile(r"(?<![\w*])\*{1,2}(\d{1,4})(?![\d*])[ \t]?")
_NOTE_LINE = re.compile(r"^(\d{1,2})(?:[ \t]+|(?=[A-Z“\"(]))(?=\S)")
_CARRY_CHARS = 700


class RawPage(Record):
    """A page as extracted. `notes` are footnotes already told from the body."""

    number: int
    text: str
    needs_ocr: bool = False
    notes: str = ""

    @property
    def unstamped(self) -> str:
        """The text without the clerk's stamps."""
        return without_stamps(self.text)


def clean(raw: Sequence[RawPage]) -> tuple[Page, ...]:
    """Cleaned pages, one for each raw page."""
    texts = without_furniture([without_stamps(_plain(page.text)) for page in raw])
    if len(raw) > 1:
        texts = _without_star_marks(texts)
    bodies: list[str] = []
    notes: list[str] = []
    last_note = 0
    for page, text in zip(raw, texts, strict=True):
        body, below, last_note = _part_notes(repair(text), last_note)
        bodies.append("" if page.needs_ocr else _tidy(body))
        notes.append(page.notes + below)
    bodies = _whole_sentences(bodies)
    return tuple(
        Page(number=page.number, text=body + note, needs_ocr=page.needs_ocr)
        for page, body, note in zip(raw, bodies, notes, strict=True)
    )


def body_of(page: Page) -> str:
    """The text of a page above its footnotes; offsets are those of the page."""
    at = page.text.find("\n\n[n.")
    return page.text if at < 0 else page.text[:at]


def notes_of(page: Page) -> dict[str, str]:
    """The footnotes below a page, by number."""
    at = page.text.find("\n\n[n.")
    if at < 0:
        return {}
    parts = re.split(r"\n\n\[n\.(\d+|\*)\] ", page.text[at:])[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def split_star_pages(text: str) -> list[RawPage]:
    """Pages of a text that marks a reporter's pages as `*58`; one page when it marks none."""
    marks = list(_STAR.finditer(text))
    run = _rising([int(m.group(1)) for m in marks])
    if len(run) < 2:
        return [RawPage(number=1, text=text)]
    pages: list[RawPage] = []
    start, number = 0, max(int(marks[run[0]].group(1)) - 1, 1)
    for index in run:
        if text[start : marks[index].start()].strip():
            pages.append(RawPage(number=number, text=text[start : marks[index].start()]))
        start, number = marks[index].end(), int(marks[index].group(1))
    return [*pages, RawPage(number=number, text=text[start:])]


def _without_star_marks(texts: list[str]) -> list[str]:
    found = [int(m.group(1)) for text in texts for m in _STAR.finditer(text)]
    if len(_rising(found)) < 2:
        return texts
    return [_STAR.sub("", text) for text in texts]


def _rising(numbers: list[int]) -> list[int]:
    """Indexes of the marks that count up from the first; a lost mark or two do not end the run."""
    run: list[int] = []
    for i, number in enumerate(numbers):
        if not run or 0 < number - numbers[run[-1]] <= 3:
            run.append(i)
    return run


def _plain(text: str) -> str:
    text = re.sub("[\ufffe\x02]\n?", "", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = text.translate(
        {
            0xA0: " ",
            0xAD: None,
            0xFB01: "fi",
            0xFB02: "fl",
            0xFEFF: None,
            0xFB00: "ff",
            0xFB03: "ffi",
            0xFB04: "ffl",
            0x2011: "-",
            0x200B: None,
        }
    )
    return re.sub(r"[ \t]+\n", "\n", text)


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def _part_notes(text: str, last: int) -> tuple[str, str, int]:
    """Body, footnotes and the last footnote's number. A footnote is a line that starts with the
    next number, in the lower part of a page whose upper part bears the number as a mark."""
    lines = text.split("\n")
    expected, notes, first = last + 1, list[str](), len(lines)
    for i, line in enumerate(lines):
        found = _NOTE_LINE.match(line)
        is_next = found is not None and int(found.group(1)) == expected
        if is_next and (first < len(lines) or _has_mark("\n".join(lines[:i]), expected)):
            first = min(first, i)
            notes.append(f"\n\n[n.{expected}] {line[found.end() :] if found else ''}")
            expected += 1
        elif notes:
            notes[-1] += "\n" + line if line.strip() else ""
    body = "\n".join(lines[:first]).rstrip("\n _-")
    for number in range(last + 1, expected):
        body = _mark_pattern(number).sub(f"[n.{number}]", body, count=1)
    return body, "".join(note.rstrip() for note in notes), expected - 1


def _mark_pattern(number: int) -> re.Pattern[str]:
    return re.compile(
        rf"(?<=[A-Za-z][.,;:”\"’')\]])(?<!No\.)(?<!¶\.){number}(?=\s|$)"
        rf"|(?<=\d[.,])(?<!\d\d\d,){number}(?=\s[A-Z])"
        rf"|(?<=[0-9)][,;.]){number}(?=\s)"
        rf"|(?<=[a-z]{{3}}){number}(?=\s|$|[.,;])"
        rf"|(?<=[.,;:)”\"] ){number}(?=\s+[A-Z])"
    )


def _has_mark(body: str, number: int) -> bool:
    return _mark_pattern(number).search(body) is not None


def _whole_sentences(bodies: list[str]) -> list[str]:
    """Moves the rest of a sentence that a page break cuts, and the citation in parentheses that
    follows a sentence, to the page where the sentence begins."""
    whole = list(bodies)
    for i in range(len(whole) - 1):
        before, after = whole[i], whole[i + 1]
        if not before or not after:
            continue
        end = 0 if ends_sentence(before) else rest_of_sentence(before, after, _CARRY_CHARS)
        if end is None:
            continue
        end += cited_after(after[end:])
        if 0 < end < len(after):
            whole[i] = before + "\n" + after[:end].strip("\n").rstrip()
            # Three spaces and more are a column, not the gap of a cut sentence.
            whole[i + 1] = re.sub(r"^\n*(?: {1,2}(?! ))?", "", after[end:])
    return whole
