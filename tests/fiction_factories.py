"""A small scenario made by loops: two questions with two answers each, four accounts."""

from __future__ import annotations

from typing import Any

from builder.fiction.scenario import Scenario

LINKS = {"cause": ("valve", "gauge"), "notice": ("early", "late")}


def _fact(name: str, slot: str) -> dict[str, Any]:
    """A fact about person `who` and the identifier `slot`, in four forms."""
    return {
        "text": f"{{who}} entered {{{slot}}} on {{day}}.",
        "anchors": ["who", slot, "day"],
        "claims": [{"subject": f"{{{slot}}}", "attribute": name, "value": "{who}"}],
        "when": "day",
        "innocent": "It was the usual round.",
        "mentions": [
            {
                "form": "prose",
                "speaker": "who",
                "text": f"About {name}: I put {{{slot}}} down on {{day:month_day}}, "
                "{who:last} as always.",
            },
            {
                "form": "chat",
                "speaker": "who",
                "text": f"{name}, {{{slot}}}, {{day:short}}, signed {{who:last}}",
            },
            {
                "form": "row",
                "columns": ["Number", "Date", "By", "What"],
                "row": [f"{{{slot}}}", "{day:numeric}", "{who:last}", name],
                "other_rows": [["Z-1", "1/2/12", "{bystander:last}", "stock"]],
            },
            {
                "form": "qa",
                "speaker": "who",
                "text": f"Q. Who entered it? {name}?\nA. {{who:last}}, {{{slot}}}, {{day:month_day}}.",  # noqa: E501
            },
        ],
    }


def scenario_parts() -> dict[str, Any]:
    """The parts of the scenario, for tests that spoil one of them."""
    facts: dict[str, Any] = {"base": _fact("base", "n_base")}
    values: dict[str, Any] = {
        "day": {"kind": "date", "days": [3, 9]},
        "n_base": {"kind": "identifier", "pattern": "B-###"},
    }
    links: dict[str, Any] = {}
    for link, answers in LINKS.items():
        parts: dict[str, Any] = {}
        for answer in answers:
            names = [f"{answer}_{kind}" for kind in ("a", "b", "t", "u")]
            for name in names:
                values[f"n_{name}"] = {
                    "kind": "identifier",
                    "pattern": f"{name[:1].upper()}{name[-1].upper()}-####",
                }
                facts[name] = _fact(name.replace("_", " "), f"n_{name}")
            parts[answer] = {
                "clause": f"it was the {answer} one that counted here",
                "joins": [
                    {"text": f"Entry {n} goes with the base entry.", "premises": ["base", n]}
                    for n in names[:2]
                ],
                "tilts": names[2:],
            }
        links[link] = {"question": f"Which {link}?", "answers": parts}
    accounts = {
        f"a{i}": {
            "answers": {"cause": cause, "notice": notice},
            "side": "plaintiff" if i < 2 else "defendant",
        }
        for i, (cause, notice) in enumerate((c, n) for c in LINKS["cause"] for n in LINKS["notice"])
    }
    background = [
        {"kind": kind, "topic": f"t{i % 7}", "text": text.format(i=i), **more}
        for i in range(80)
        for kind, text, more in (
            (
                "dispute",
                "{{who:last}} came by about box {i} and left the key with the desk, which "
                "was shut. The hinge of gate {i} is loose again and will not hold.",
                {},
            ),
            (
                "business",
                "The list {i} of chairs is with {{bystander}} until the paint is dry. We "
                "count the {i} lamps on Friday and send the sheet around after lunch.",
                {},
            ),
            (
                "chaff",
                "Order {i} of tulips went to {{bystander}} before noon. Van {i} needs a new "
                "mirror and the shop window should be washed on Tuesday.",
                {},
            ),
        )
    ]
    background += [
        {
            "kind": "alternative",
            "topic": "x",
            "target": f"{link}.{answer}",
            "text": f"{{who:last}} asked for round {i} whether the {answer} sheet was kept anywhere. "  # noqa: E501
            f"Nobody had seen {answer} {i} since the move, and the shelf was empty.",
        }
        for link, answers in LINKS.items()
        for answer in answers
        for i in range(6)
    ]
    return {
        "case_type": "contract",
        "title": "The small kiln",
        "brief": "{us} and {them} fell out over a kiln.",
        "court_places": ["Ohio"],
        "years": [2012, 2016],
        "window_days": [0, 120],
        "dispute_terms": ["kiln"],
        "organizations": {
            "us": {"trade": "manufacturing", "case_role": "plaintiff"},
            "them": {"trade": "machinery", "case_role": "defendant"},
        },
        "people": {
            "who": {"employer": "us", "job": "kiln clerk", "voice": "plain"},
            "other": {"employer": "them", "job": "fitter", "voice": "curt"},
        },
        "things": {"kiln": {"kind": "artifact", "name": "the kiln of {us:short}"}},
        "values": values,
        "common": ["base"],
        "links": links,
        "statement": "The kiln failed. Of the causes {cause}. Of the notices {notice}.",
        "accounts": accounts,
        "facts": facts,
        "background": background,
    }


def scenario(**changes: Any) -> Scenario:
    """The small scenario, some of its parts changed."""
    return Scenario.model_validate({**scenario_parts(), **changes})
