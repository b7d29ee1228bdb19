"""Pages whose text layer is only a stamp, read by OCR where tesseract is installed.

In: pages of an open PDF. Out: their text, or None where there is no OCR or it finds nothing. Runs
the tesseract program, with a limit of time for each page; writes nothing.
"""

from __future__ import annotations

import logging
import os
import shutil
from functools import cache

import pypdfium2

_DOTS_AN_INCH = 200
_SECONDS_A_PAGE = 12
_MOST_PIXELS = 6_000_000
_log = logging.getLogger(__name__)


@cache
def can_read_scans() -> bool:
    """Whether tesseract and its Python library are here."""
    if shutil.which("tesseract") is None:
        return False
    try:
        import pytesseract  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        return False
    return True


def read_scan(page: pypdfium2.PdfPage) -> str | None:
    """The text of a page by OCR; None when there is none, or it takes too long."""
    if not can_read_scans():
        return None
    import pytesseract

    # One page has too little work for several threads: they only wait for each other.
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    width, height = page.get_size()
    scale = min(_DOTS_AN_INCH / 72, (_MOST_PIXELS / max(width * height, 1)) ** 0.5)
    # The library takes fractions, whatever its annotation says.
    image = page.render(scale=scale, grayscale=True).to_pil()  # pyright: ignore[reportArgumentType]
    try:
        text = pytesseract.image_to_string(image, timeout=_SECONDS_A_PAGE, config="--psm 3")
    except pytesseract.TesseractError as exc:
        _log.warning("OCR failed: %s", exc)
        return None
    except RuntimeError:
        _log.warning("OCR took more than %d s for a page", _SECONDS_A_PAGE)
        return None
    return str(text).strip() or None
