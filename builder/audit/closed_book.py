"""What a model knows of the cases without their files: believed by guess, and recognised by name.

Run when a model is named (`--model`, by Inspect's name). It gets the brief and the four accounts,
in an order drawn by world, and none of the files. Cases that it solves beyond chance are guessed
from the wording or known from training; a real case that it names was not made unrecognisable (its
records tell: `--real`). Every reply is kept, so that nothing is asked twice: a provider that fails
leaves this gate undecided, the others measured, and the same command goes on.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from random import Random

from pydantic import Field

from builder.audit import Bar, Chart, GateResult, Panel
from builder.audit._intervals import rate
from builder.audit._published import Published, PublishedWorld
from builder.audit.identity_residue import Trail, trail
from builder.authors.model import Asker, ModelAnswer, asker
from builder.config import ModelTerms
from builder.errors import AuthorError, WorldError
from builder.sources.folder import read_record

LOG = logging.getLogger(__name__)

TITLE = "Closed book: a model solves or names cases without their files"
THRESHOLD = "cases solved within chance of 25 %; no real case named"

CHANCE = 0.25
SIGNIFICANT = 0.05
ENOUGH_WORLDS = 20
TOKENS = 1000
PROMPT = "closed_book"


class Guess(ModelAnswer):
    """What a model says of a case that it has not read; accounts are counted from 1."""

    believed: int = Field(ge=1, le=4)
    recognised: bool = False
    case: str = ""


@dataclass(frozen=True)
class Probed:
    """A world, the account that was believed, and the case that it was taken for, if any."""

    world_id: str
    solved: bool
    named: str


def measure(published: Published) -> GateResult:
    """Asks the model about each world; not measured without one."""
    model = published.extras.model
    if not model:
        return GateResult(
            gate="closed_book", title=TITLE, threshold=THRESHOLD, passed=None,
            reason="no model was named (--model)",
        )  # fmt: skip
    ask = asker(model, ModelTerms(answers=str(published.extras.replies)))
    probed: list[Probed | None] = []
    failed = ""
    for world in published.worlds:
        try:
            probed.append(_probe(ask, world))
        except AuthorError as exc:
            failed = f"stopped after {len(probed)} of {len(published.worlds)} worlds: {exc}"
            LOG.warning("closed book: %s", failed)
            break
    trails = [trail(read_record(path)) for path in published.extras.real]
    answered = [one for one in probed if one is not None]
    known = [one for one in answered if _named_in(one.named, trails)]
    return _result(published.extras.model, answered, known, len(probed), failed)


def _probe(ask: Asker, world: PublishedWorld) -> Probed | None:
    """None where the model gives no answer that can be read."""
    order = Random(f"{world.world_id}/closed_book").sample(
        sorted(world.accounts), len(world.accounts)
    )
    shown = [world.accounts[account] for account in order]
    try:
        guess = ask(
            PROMPT, Guess, world.world_id, {"brief": world.brief, "accounts": shown}, TOKENS
        )
    except WorldError as exc:
        LOG.warning("world %s: no guess: %s", world.world_id, exc)
        return None
    solved = order[guess.believed - 1] == world.adopted
    return Probed(world.world_id, solved, guess.case.strip() if guess.recognised else "")


def _named_in(caption: str, trails: list[Trail]) -> bool:
    """Whether a caption names a party or the docket of one of the records."""
    return any(
        (one.names is not None and one.names.search(caption))
        or any(n in caption for n in one.numbers)
        for one in trails
    )


def _result(
    model: str, probed: list[Probed], known: list[Probed], asked: int, failed: str
) -> GateResult:
    solved = rate(sum(p.solved for p in probed), len(probed), CHANCE)
    named = [p for p in probed if p.named]
    beaten = solved.value > CHANCE and solved.p < SIGNIFICANT
    few = len(probed) < ENOUGH_WORLDS
    reasons = [
        *([f"{model} solves {solved.value:.0%} without a file"] if beaten else []),
        *([f"{len(known)} real cases are named"] if known else []),
        *([f"not enough worlds: {len(probed)} of {ENOUGH_WORLDS}"] if few else []),
        *([failed] if failed else []),
    ]
    return GateResult(
        gate="closed_book",
        title=TITLE,
        threshold=THRESHOLD,
        passed=False if beaten or known else None if few or failed else True,
        figure=solved.value if probed else None,
        unit="of cases solved without a file",
        interval=(solved.low, solved.high) if probed else None,
        reason="; ".join(reasons),
        sentences=(
            f"{model} solves {solved.value:.0%} of {solved.n} cases [{solved.low:.0%}, "
            f"{solved.high:.0%}] from the brief and the accounts alone (chance is 25 %) and takes "
            f"{len(named)} for a case that it knows, {len(known)} of them rightly by the records "
            "that were given.",
        )
        if probed
        else (),
        offenders=tuple(f"named: {p.world_id}: {p.named[:80]!r}" for p in (known or named)[:12]),
        panels=(
            Panel(
                title="Worlds that the model was asked about",
                columns=("of", "worlds"),
                rows=(
                    ("answered", str(len(probed))),
                    ("no answer that can be read", str(asked - len(probed))),
                    ("taken for a known case", str(len(named))),
                    ("rightly, by the records given", str(len(known))),
                ),
            ),
        ),
        chart=Chart(
            title="Cases solved without a file",
            bars=(Bar(label=model, value=solved.value, low=solved.low, high=solved.high),),
            limits=(CHANCE,),
        ),
    )
