"""Places text down the pages of a PDF: wrapping, page breaks, rules.

In: a look and the text to place. Out: pages of placed marks. A line that goes on in the next one
ends with a space, one broken inside a word with a soft hyphen: so extraction can undo the wrapping.
"""

from __future__ import annotations

from builder.formats._fonts import Face, widths
from builder.formats._look import Look
from builder.formats._pdf import BLACK, Page, Placed, ink

SOFT_HYPHEN = "\u00ad"
LEAD = 1.28  # from line to line, of the size of the type
# Texts shorter than this are measured, and remembered, as a whole.
_SHORT = 48


def wrap(text: str, face: Face, size: float, room: float) -> list[str]:
    """The lines of `text` set in `room` points; a line feed in it ends a line."""
    ems = room / size
    measured = widths(face)
    if len(text) < _SHORT and "\n" not in text and measured[text] <= ems:
        return [" ".join(text.split())]
    lines: list[str] = []
    space = measured[" "]
    for hard in text.split("\n"):
        line: list[str] = []
        used = 0.0
        for word in hard.split():
            need = measured[word]
            if line and used + space + need > ems:
                lines.append(" ".join(line) + " ")
                line, used = [], 0.0
            while need > ems and len(word) > 1:
                head = _head(word, face, ems)
                lines.append(head + SOFT_HYPHEN)
                word = word[len(head) :]
                need = measured[word]
            used += need + (space if line else 0.0)
            line.append(word)
        lines.append(" ".join(line))
    return lines


def _head(word: str, face: Face, ems: float) -> str:
    """As much of a long word as fits, at least one character."""
    measured = widths(face)
    used = measured["-"]
    for at, char in enumerate(word):
        used += measured[char]
        if used > ems and at:
            return word[:at]
    return word[:-1]


def measure(text: str, face: Face, size: float) -> float:
    """The width of `text` in points, of its longest line when it has several."""
    measured = widths(face)
    if "\n" not in text and len(text) < _SHORT:
        return measured[text] * size
    return size * max(
        sum(measured[word] for word in line.split(" ")) + measured[" "] * line.count(" ")
        for line in text.split("\n")
    )


class Flow:
    """Where the next line goes. `y` is the lower edge of what is placed; lengths are in points."""

    def __init__(self, look: Look, size: tuple[float, float]) -> None:
        self.look = look
        self.size = size
        self.left = look.margin
        self.right = size[0] - look.margin
        self.top = size[1] - min(look.margin, 72)
        self.bottom = 62.0
        self.pages: list[Page] = []
        self.turn()

    @property
    def room(self) -> float:
        """The width between the margins."""
        return self.right - self.left

    @property
    def fresh(self) -> bool:
        """Whether nothing stands on the page yet."""
        return self.y == self.top

    def turn(self) -> None:
        """Start a new page."""
        self.page: Page = []
        self.pages.append(self.page)
        self.y = self.top

    def skip(self, height: float) -> None:
        """Leave white space, but never at the head of a page."""
        if not self.fresh:
            self.y -= height

    def need(self, height: float) -> None:
        """Turn the page unless `height` is left on it."""
        if self.y - height < self.bottom and not self.fresh:
            self.turn()

    def rule(
        self,
        weight: float = 0.6,
        colour: str = "000000",
        right: float | None = None,
    ) -> None:
        """Draw a line across, at the lower edge of what is placed."""
        to = self.right if right is None else right
        self.page.append(
            f"{weight:g} w {ink(colour, stroke=True)} "
            f"{self.left:.2f} {self.y:.2f} m {to:.2f} {self.y:.2f} l S"
        )

    def text(
        self,
        text: str,
        face: Face,
        size: float,
        *,
        indent: float = 0.0,
        align: str = "left",
        colour: str = BLACK,
        bar: int = 0,
        keep: int = 1,
    ) -> None:
        """Wrap and place text; `bar` rules stand left of it and of the gap above it;
        `keep` lines stay together."""
        height = size * LEAD
        left = self.left + indent
        lines = wrap(text, face, size, self.right - left)
        self.need(height * min(keep, len(lines)))
        if align == "center":
            for line in lines:
                slack = (self.right - left - measure(line.strip(), face, size)) / 2
                self._set([line], face, size, left + slack, colour, 0)
            return
        while lines:
            self.need(height)
            fit = max(1, int((self.y - self.bottom) / height + 1e-6))
            self._set(lines[:fit], face, size, left, colour, bar)
            lines = lines[fit:]

    def _set(
        self, lines: list[str], face: Face, size: float, x: float, colour: str, bar: int
    ) -> None:
        """Place lines that fit on the page."""
        top = self.y + (0 if self.fresh else size * 0.8)
        base = self.y - size
        self.y -= size * LEAD * len(lines)
        for depth in range(bar):
            at = self.left + 4 + depth * 12
            self.page.append(f"1 w .6 G {at:.2f} {top:.2f} m {at:.2f} {self.y:.2f} l S")
        self.page.append(Placed(face, size, x, base, "\n".join(lines), colour, size * LEAD))
