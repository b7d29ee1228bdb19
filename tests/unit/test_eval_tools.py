"""read, glob, grep on a case file in memory, and the match of shell output to documents."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

import pytest
from inspect_ai.tool import ToolError

from builder.schema import CaseFile, Format
from eval.desk import Desk
from eval.tools import bind_tools
from eval.tools._match import documents_in
from eval.tools.glob import glob
from eval.tools.grep import bind, grep
from eval.tools.read import read
from eval.tools.shell import clipped
from tests.eval_factories import case_file

CASE = case_file()
PAPER = "Weiss/Paper 01.txt"


def with_text(text: str, file_format: Format = "txt") -> CaseFile:
    """The case with one document of the given text."""
    document = CASE.documents[0].model_copy(
        update={"text": text, "path": f"A/long.{file_format}", "format": file_format}
    )
    return CASE.model_copy(update={"documents": (document,)})


def test_read_shows_the_whole_file_by_page_and_says_so() -> None:
    result = read(CASE, PAPER)
    first, *lines = result.text.splitlines()
    assert first == "Weiss/Paper 01.txt (txt, 2 pages): lines 1-13 of 13"
    assert lines[0] == "--- page 1 of 2 ---"
    assert lines[3] == "Note K-107 and 140 pumps in the book."
    assert result.shown == ("d001",)


def test_read_a_part_and_a_range() -> None:
    result = read(CASE, "Weiss/Paper 03.xlsx", part=2, offset=3, limit=2)
    assert result.text.splitlines() == [
        "Weiss/Paper 03.xlsx (xlsx, 2 sheets): lines 3-4 of 9 of sheet 2; ask for more with "
        "offset=5",
        "line 1 of paper 3 in tiny-1",
        "line 2 of paper 3 in tiny-1",
    ]
    assert "sheet 2 of 2 'Sheet 2'" in read(CASE, "Weiss/Paper 03.xlsx", part=2).text


def test_reading_on_by_offset_shows_every_line_once() -> None:
    case = with_text("\n".join(f"row {n} " + "x" * 90 for n in range(1_431)))
    offset, rows = 1, []
    while offset:
        head, *lines = read(case, "A/long.txt", offset=offset).text.splitlines()
        rows += [line.split()[1] for line in lines]
        offset = int(head.rpartition("offset=")[2]) if "offset=" in head else 0
    assert rows == [str(n) for n in range(1_431)]


def test_a_long_line_is_folded_and_loses_nothing() -> None:
    words = [f"w{n}" for n in range(9_000)]
    case = with_text(" ".join(words))
    shown: list[str] = []
    for offset in range(1, 60):
        try:
            shown += read(case, "A/long.txt", offset=offset, limit=1).text.split("\n", 1)[1].split()
        except ToolError:
            break
    assert shown == words


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("../etc/passwd", "'..' is not allowed"),
        ("Weiss/../../x", "'..' is not allowed"),
        ("/etc/passwd", "outside /corpus"),
        ("~/x", "outside /corpus"),
        ("/corpus/../x", "'..' is not allowed"),
        ("/corpusx", "outside /corpus"),
        ("a\0b", "NUL"),
        ("x" * 301, "301 characters"),
        ("..\\..\\x", "'..' is not allowed"),
        ("Weiss", "No file 'Weiss'"),
        ("", "No file ''"),
        ("Weiss/Paper 1.txt", "Nearest: .*Weiss/Paper 01.txt"),
        ("answers/validation-00000-of-00001.parquet", "No file"),
    ],
)
def test_a_path_that_is_no_file_of_the_corpus_is_refused(path: str, message: str) -> None:
    with pytest.raises(ToolError, match=message):
        read(CASE, path)


@pytest.mark.parametrize(
    "path",
    [PAPER, f"/corpus/{PAPER}", f"./{PAPER}", "weiss/paper 01.TXT", "Paper 01.txt", f" {PAPER} "],
)
def test_a_path_may_be_written_in_several_ways(path: str) -> None:
    assert read(CASE, path).shown == ("d001",)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"part": 3}, "no page 3; this file has 2"),
        ({"part": 0}, "no page 0"),
        ({"offset": 0}, "outside lines 1-13"),
        ({"offset": 14}, "outside lines 1-13"),
        ({"limit": 0}, "at least one line"),
    ],
)
def test_read_refuses_what_does_not_exist(values: dict[str, int], message: str) -> None:
    with pytest.raises(ToolError, match=message):
        read(CASE, PAPER, **values)


def test_a_scan_says_that_it_has_no_text_and_counts_as_not_shown() -> None:
    result = read(with_text("", "pdf"), "A/long.pdf")
    assert "no text layer" in result.text
    assert result.shown == ()


@pytest.mark.parametrize(
    ("pattern", "n"),
    [
        ("**", 13),
        ("", 13),
        ("/corpus", 13),
        ("*.pdf", 2),
        ("*.PDF", 2),
        ("Weiss/*", 7),
        ("weiss/**", 7),
        ("**/*1*.txt", 5),
        ("*/Paper 0[1-3].*", 3),
        ("*/Paper 0[!1-3].*", 6),
        ("*/Paper 0[3-1].*", 2),
        ("Paper 1?.txt", 4),
        ("*", 13),
        ("/corpus/*", 13),
    ],
)
def test_glob(pattern: str, n: int) -> None:
    lines = glob(CASE, pattern).text.splitlines()
    assert lines[0] == f"{n} of 13 files"
    assert len(lines) == n + 1
    assert lines[1:] == sorted(lines[1:])


def test_glob_without_match_names_the_folders() -> None:
    assert glob(CASE, "*.msg").text == "No file matches '*.msg'. Folders: Weiss; Yard Office"


def test_grep_names_file_page_and_line() -> None:
    result = grep(CASE, r"k-\d07", "Weiss")
    assert result.text.splitlines()[:3] == [
        "5 hits in 4 of 7 files",
        "Weiss/Paper 01.txt (1)",
        "  page 1, line 4: Note K-107 and 140 pumps in the book.",
    ]
    assert result.glimpsed[0] == "d001"
    assert result.shown == ()


def test_grep_lines_are_what_read_counts() -> None:
    result = grep(CASE, "Second page of paper 3")
    line = int(result.text.rpartition("line ")[2].split(":")[0])
    assert "Second page" in read(CASE, "Weiss/Paper 03.xlsx", offset=line, limit=1).text


@pytest.mark.parametrize(
    ("values", "n_hits", "n_files"),
    [
        ({"pattern": "k-107"}, 2, 13),
        ({"pattern": "k-107", "ignore_case": False}, None, 13),
        ({"pattern": "K-107", "path": "Weiss/*.txt"}, 1, 5),
        ({"pattern": "K-107", "path": PAPER}, 1, 1),
        ({"pattern": "page 1 of 2"}, None, 13),
        ({"pattern": "^line 7", "path": "Weiss"}, 7, 7),
    ],
)
def test_grep_searches_where_it_is_told(
    values: dict[str, object], n_hits: int | None, n_files: int
) -> None:
    text = grep(CASE, **values).text  # type: ignore[arg-type]
    if n_hits is None:
        assert text == f"No hit in {n_files} files."
    else:
        assert text.startswith(f"{n_hits} hits in ")
        assert f" of {n_files} files" in text.splitlines()[0]


def test_a_broad_pattern_is_capped_and_says_what_it_left_out() -> None:
    text = grep(CASE, "paper").text
    assert "more hits in this file left out" in text
    assert "Left out, in 1 files: Yard Office/Paper 12.txt (8)" in text
    assert len(text) < 8_000


def test_a_hit_is_clipped_around_its_match() -> None:
    case = with_text("x " * 400 + "NEEDLE" + " y" * 400)
    line = grep(case, "needle").text.splitlines()[2]
    assert "NEEDLE" in line
    assert line.count("...") == 2
    assert len(line) < 200


def test_context_lines() -> None:
    text = grep(CASE, "K-107", PAPER, context=1).text
    assert text.splitlines()[2:] == [
        "    | To whom it may concern in the 1th department",
        "  page 1, line 4: Note K-107 and 140 pumps in the book.",
        "    | --- page 2 of 2 ---",
    ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"pattern": "("}, "Not a regular expression"),
        ({"pattern": ""}, "empty pattern"),
        ({"pattern": "x" * 501}, "longer than 500"),
        ({"pattern": "x", "path": "../.."}, "not allowed"),
        ({"pattern": "x", "path": "Nobody"}, "No file or folder"),
    ],
)
def test_grep_refuses(values: dict[str, str], message: str) -> None:
    with pytest.raises(ToolError, match=message):
        grep(CASE, **values)  # type: ignore[arg-type]


def test_a_runaway_expression_ends_in_an_error() -> None:
    case = with_text("ab" * 60 + "1c")
    started = time.monotonic()
    with pytest.raises(ToolError, match=r"took longer than 0\.2 s"):
        grep(case, r"(.*)(.*)(.*)(.*)(.*)\d\1{3}[^a]$", seconds=0.2)
    assert time.monotonic() - started < 3


def test_a_search_that_is_not_quick_goes_on_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eval.tools.grep.QUICK_SECONDS", 0.0)
    pattern = CASE.documents[0].text.split()[0]
    desk = Desk(CASE)
    assert asyncio.run(bind(desk)(pattern)) == grep(CASE, pattern).text
    assert desk.looks[0].glimpsed


def test_inspect_keeps_no_desk_of_a_sample_that_is_over() -> None:
    desk = Desk(CASE)
    kept = weakref.ref(desk)
    tools = bind_tools(desk)
    assert [tool.name for tool in tools] == ["read", "glob", "grep"]
    assert all(tool.description and tool.parameters.properties for tool in tools)
    del desk, tools
    gc.collect()
    assert kept() is None


def test_shell_output_is_matched_by_content() -> None:
    text = next(d.text for d in CASE.documents if d.document_id == "d001")
    assert documents_in(f"== file ==\n{text.replace(chr(10), '  ')}", CASE) == ["d001"]
    assert documents_in(text[:60], CASE) == []
    assert documents_in("total 12\ndr-xr-xr-x 4 65534 65534", CASE) == []
    assert documents_in("", CASE) == []


def test_long_shell_output_keeps_head_and_tail() -> None:
    text = clipped("a" * 20_000 + "b" * 20_000)
    assert text.startswith("a" * 9_000)
    assert text.endswith("b" * 3_000)
    assert "28,000 of 40,000 characters left out" in text
