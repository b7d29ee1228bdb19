"""What stands around the text of a page: line numbers, running heads and feet, sidebars.

In: the texts of a paper's pages. Out: the same without them. No side effects.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_LINE_NUMBER = re.compile(r"^[ \t]{0,6}(\d{1,2})(?:[ \t]+|$)")
_PAGE_NUMBER = re.compile(
    r"^[\s–—-]*(?:page[ \t]+)?\d{1,4}(?:[ \t]*(?:of|/)[ \t]*\d{1,4})?[\s–—-]*$"
    r"|^[\s–—-]*[ivxl]{1,6}[\s–—-]*$",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"^\W*(?:[\w'’]+\s+){0,3}?(?:response|reply|answer)\b[^:]{0,20}:|^\W*(?:un)?(?:disputed"
    r"|controverted|contested)\b"
    r"|^\W*(?:admit|deni|den[iy]|agree|objection|not disputed)",
    re.IGNORECASE,
)
_HEAD_NOUN = re.compile(r"\b(?:facts?|evidence|responses?|citations?|reply|support)\b", re.I)
_HEAD_WORDS = re.compile(
    r"(?:[\s|/&#()-]|\b(?:no\.?|(?:un)?(?:disputed|controverted|contested)|material|supporting|facts?"
    r"|evidence|responses?|reply|citations?|record|support|and|of|to|in|the|alleged|statement"
    r"|(?:moving|opposing|responding)|part(?:y|ies)['’]?s?['’]?"
    r"|(?:plaintiff|defendant|movant)s?['’]?s?))+",
    re.I,
)
_EDGE_LINES = 4
_LEAST_RUN = 10


def without_furniture(texts: Sequence[str]) -> list[str]:
    """The texts without pleading line numbers, sidebars, running heads and feet, page numbers."""
    pages = [text.split("\n") for text in texts]
    if _is_pleading(pages):
        pages = [_without_line_numbers(lines) for lines in pages]
    pages = _without_table_heads([_without_letters(lines) for lines in pages])
    repeated = _repeated(pages)
    return [
        "\n".join(
            _without_edges(
                [line for i, line in enumerate(lines) if not _is_furniture(lines, i, repeated)],
                len(pages),
            )
        )
        for lines in pages
    ]


def _without_table_heads(pages: list[list[str]]) -> list[list[str]]:
    """Drops the head of a table of facts where a later page repeats it: two lines or more, or one
    that names two columns."""
    first = next((head for lines in pages[:1] if (head := _table_head(lines, 40))), ())
    if not first:
        return pages
    wanted = [_shape(line).casefold() for line in first]
    found = [pages[0]]
    for lines in pages[1:]:
        filled = [i for i, line in enumerate(lines) if line.strip()][: _EDGE_LINES + len(first)]
        shapes = [_shape(lines[i]).casefold() for i in filled]
        at = next((n for n in range(len(shapes)) if shapes[n : n + len(wanted)] == wanted), None)
        dropped = set(filled[at : at + len(wanted)]) if at is not None else set[int]()
        found.append([line for i, line in enumerate(lines) if i not in dropped])
    return found


def _table_head(lines: list[str], within: int) -> tuple[str, ...]:
    """The first lines of a page that are nothing but names of columns."""
    filled = [line for line in lines if line.strip()][:within]
    for i in range(len(filled)):
        run: list[str] = []
        for line in filled[i:]:
            if not (_HEAD_WORDS.fullmatch(line.strip()) and _HEAD_NOUN.search(line)):
                break
            run.append(line)
        if len(run) > 1 or (run and len(_HEAD_NOUN.findall(run[0])) > 1):
            return tuple(run)
    return ()


def _is_pleading(pages: list[list[str]]) -> bool:
    numbered = sum(len(_number_lines(lines)) >= _LEAST_RUN for lines in pages)
    return numbered * 2 >= len([lines for lines in pages if any(lines)]) and numbered > 0


def _number_lines(lines: list[str]) -> list[int]:
    """Indexes of the lines that carry 1, 2, 3 ... in turn, as pleading paper does."""
    run: list[int] = []
    for i, line in enumerate(lines):
        found = _LINE_NUMBER.match(line)
        if found and int(found.group(1)) == len(run) + 1 <= 32:
            run.append(i)
    bare = all(_LINE_NUMBER.sub("", lines[i]) == "" for i in run)
    within = len(range(run[0], run[-1] + 1)) if run else 0
    return run if bare or len(run) * 10 >= within * 8 else []


def _without_line_numbers(lines: list[str]) -> list[str]:
    numbered = set(_number_lines(lines))
    stripped = [
        _LINE_NUMBER.sub("", line, count=1) if i in numbered else line
        for i, line in enumerate(lines)
    ]
    return [line for i, line in enumerate(stripped) if line.strip() or i not in numbered]


def _without_letters(lines: list[str]) -> list[str]:
    """Drops runs of six and more one- or two-letter lines: a sidebar read letter by letter."""
    kept: list[str] = []
    run: list[str] = []
    for line in [*lines, "\x00" * 3]:
        if 0 < len(line.strip()) <= 2 and line.strip().isalpha():
            run.append(line)
            continue
        kept += run if len(run) < 6 else []
        run = []
        kept.append(line)
    return kept[:-1]


def _shape(line: str) -> str:
    return re.sub(r"\d+", "#", re.sub(r"\s+", " ", line.strip()))


def _edges(lines: list[str]) -> list[int]:
    filled = [i for i, line in enumerate(lines) if line.strip()]
    return sorted({*filled[:_EDGE_LINES], *filled[-_EDGE_LINES:]})


def _repeated(pages: list[list[str]]) -> frozenset[str]:
    """Shapes of lines that stand at the same place near the edge of most pages, or once on nearly
    every page of many."""
    if len(pages) < 3:
        return frozenset()
    edge = Counter(place for lines in pages for place in _places(lines))
    whole = Counter(
        shape for lines in pages for shape, n in Counter(map(_shape, lines)).items() if n == 1
    )
    enough = max(3, round(0.6 * len(pages)))
    found = {shape for (shape, _), n in edge.items() if n >= enough}
    if len(pages) >= 5:
        found |= {s for s, n in whole.items() if n >= 0.9 * len(pages) and "#" not in s}
    return frozenset(
        s
        for s in found
        if len(s) > 3 and not _ANSWER.search(s) and not re.match(r"^(?:[A-Z]+ )?#[.)]", s)
    )


def _places(lines: list[str]) -> list[tuple[str, int]]:
    """The shapes near the edges of a page with their places: 0, 1 ... from the top, -1, -2 ... from
    the bottom."""
    filled = [_shape(line) for line in lines if line.strip()]
    top = [(shape, i) for i, shape in enumerate(filled[:_EDGE_LINES])]
    return top + [(shape, -1 - i) for i, shape in enumerate(filled[::-1][:_EDGE_LINES])]


def _is_furniture(lines: list[str], index: int, repeated: frozenset[str]) -> bool:
    shape = _shape(lines[index])
    if shape not in repeated:
        return False
    return "#" not in shape or index in _edges(lines)


def _without_edges(lines: list[str], n_pages: int) -> list[str]:
    """Drops a page number from the first and the last filled line."""
    filled = [i for i, line in enumerate(lines) if line.strip()]
    if n_pages < 2 or len(filled) < 2:
        return lines
    dropped = {i for i in (filled[0], filled[-1]) if _PAGE_NUMBER.match(lines[i])}
    return [line for i, line in enumerate(lines) if i not in dropped]
