"""Reading verdicts out of replies."""

from __future__ import annotations

import pytest

from eval.answers import Verdict, read_reply

LABELS = ("H1", "H2", "H3", "H4")
RIGHT: tuple[Verdict, ...] = ("believe", "do_not_believe", "do_not_know", "do_not_believe")
PLAIN = '{"H1": "believe", "H2": "do_not_believe", "H3": "do_not_know", "H4": "do_not_believe"}'

READABLE = {
    "plain": PLAIN,
    "fence": f"```json\n{PLAIN}\n```",
    "prose around": f"After weighing {{everything}}, I say:\n{PLAIN}\nThat is all.",
    "spaces": PLAIN.replace("_", " "),
    "capitals": PLAIN.upper(),
    "apostrophe": PLAIN.replace("do_not_", "don't "),
    "curly quotes": PLAIN.replace('"', "\u201d"),
    "single quotes": PLAIN.replace('"', "'"),
    "trailing comma": PLAIN.replace("}", ",}"),
    "lower labels": PLAIN.replace("H", "h"),
    "numbers": PLAIN.replace('"H', '"'),
    "long labels": PLAIN.replace('"H', '"Hypothesis '),
    "booleans and null words": '{"H1": true, "H2": false, "H3": "unknown", "H4": "rejected"}',
    "nested": f'{{"verdicts": {PLAIN}, "confidence": 0.7}}',
    "objects": (
        '{"H1": {"verdict": "believe", "why": "x"}, "H2": {"verdict": "do_not_believe"},'
        ' "H3": {"verdict": "do_not_know"}, "H4": {"verdict": "do_not_believe"}}'
    ),
    "rows": (
        '[{"hypothesis": "H1", "verdict": "believe"}, {"hypothesis": "H2", "verdict": '
        '"do not believe"}, {"hypothesis": "H3", "verdict": "do not know"}, '
        '{"hypothesis": "H4", "verdict": "disbelieve"}]'
    ),
    "lines": "H1: believe\nH2: do not believe\nH3: do not know\nH4: do not believe",
    "markdown lines": (
        "- **H1**: believe\n- **H2**: do_not_believe.\n"
        "- **H3**: do_not_know\n- **H4**: do_not_believe"
    ),
    "table": (
        "| H1 | believe |\n| H2 | do_not_believe |\n| H3 | do_not_know |\n| H4 | do_not_believe |"
    ),
    "draft, then the answer": PLAIN.replace("do_not_know", "believe") + "\nNo, rather:\n" + PLAIN,
    "same label twice, same verdict": PLAIN.replace("{", '{"H1": "believe", '),
    "extra keys": PLAIN.replace("}", ', "H5": "believe", "note": "x"}'),
    "a broken object before": '{"H1": "believe", \n' + PLAIN,
}  # fmt: skip

UNREADABLE = {
    "empty": ("", "empty"),
    "blank": (" \n ", "empty"),
    "prose": ("I cannot judge these accounts.", "no JSON object"),
    "missing label": (PLAIN.replace('"H4"', '"H9"'), "no verdict for H4"),
    "unknown word": (PLAIN.replace("do_not_know", "perhaps"), "no verdict for H3"),
    "conflict": (PLAIN.replace("{", '{"H1": "do_not_believe", '), "two different verdicts"),
    "number as verdict": ('{"H1": 1, "H2": 0, "H3": 0, "H4": 0}', "no verdict"),
    "cut": (PLAIN[:40], "no JSON object"),
    "deep": ("[" * 5_000 + "]" * 5_000, "no JSON object"),
}


@pytest.mark.parametrize("name", READABLE)
def test_readable(name: str) -> None:
    reply = read_reply(READABLE[name], LABELS)
    assert reply.problem == ""
    assert tuple(reply.verdicts[label] for label in LABELS) == RIGHT


@pytest.mark.parametrize("name", UNREADABLE)
def test_unreadable(name: str) -> None:
    text, problem = UNREADABLE[name]
    assert problem in read_reply(text, LABELS).problem


def test_partial_verdicts_are_kept_beside_the_problem() -> None:
    reply = read_reply('{"H1": "believe"}', LABELS)
    assert reply.verdicts == {"H1": "believe"}
    assert reply.problem == "no verdict for H2, H3, H4"
