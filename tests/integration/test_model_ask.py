"""One question to a model over the loopback: its repair, its storing, its faults."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from builder import authors
from builder.authors._ask import Answer, Question, ask, prompt_hash, schema_of
from builder.authors._provider import Provider
from builder.authors._spend import costs
from builder.config import ModelTerms, Price
from builder.errors import AuthorError, ConfigError, ExtractionFailed
from tests.model_server import MODEL, ModelServer, known, serving

pytest.importorskip("openai")


class Number(Answer):
    """An answer for tests."""

    n: int


ASKED = Question("repair", "write", Number, ExtractionFailed, 500)
BATCHED, PRICE = "openai/gpt-4o", Price(input=1, output=5)
FAULTS: dict[int, str] = {}
TEXTS: list[str] = []


def positive(answer: Number) -> list[str]:
    """The check of ASKED."""
    return [] if answer.n > 0 else ["n must be above 0"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModelServer]:
    """One server for all tests, as a provider's client is kept for a process."""
    with serving(lambda task, prompt, turn: TEXTS[turn - 1], FAULTS) as one, known(one):
        TEXTS[:] = ['{"n": 1}']
        terms = ModelTerms(answers=str(tmp_path_factory.mktemp("first")))
        ask(Provider(MODEL, terms), ASKED, "c", {"faults": []})  # imports take their time
        yield one


@pytest.fixture
def provider(server: ModelServer, tmp_path: Path) -> Provider:
    """The scripted model, with an empty folder for answers and no wait between tries."""
    server.asked.clear()
    FAULTS.clear()
    terms = ModelTerms(answers=str(tmp_path), retries=2, timeout=1, patience=0.01)
    return Provider(MODEL, terms)


@pytest.mark.parametrize(
    ("texts", "mend", "n", "calls"),
    [
        (['{"n": 3}'], None, 3, 1),
        (['{"n": -3}', '{"n": 4, "why": "extra"}'], None, 4, 2),
        (["{", '```\n{"n": 5}\n```'], None, 5, 2),
        (['{"n": -1}', '{"n": -2}'], lambda a: Number(n=-a.n), 2, 2),
    ],
)
def test_an_answer_is_repaired_once_and_kept(
    provider: Provider,
    server: ModelServer,
    texts: list[str],
    mend: Callable[[Number], Number] | None,
    n: int,
    calls: int,
) -> None:
    TEXTS[:] = texts
    for _ in range(2):
        assert ask(provider, ASKED, "c", {"faults": []}, positive, mend).n == n
    assert len(server.asked) == calls
    assert [(one.calls, one.uncertain) for one in costs(provider.terms)] == [(calls, 0)]


def test_an_answer_that_never_holds_is_an_error_that_names_the_reply(provider: Provider) -> None:
    TEXTS[:] = ['{"n": -1}', '{"n": "x"}']
    with pytest.raises(ExtractionFailed, match=r"after a repair: n: .*stored as [0-9a-f]{12}"):
        ask(provider, ASKED, "c", {"faults": []}, positive)
    assert '"n"' in schema_of(ASKED)


@pytest.mark.parametrize(
    ("faults", "calls", "uncertain"),
    [
        ({1: "429", 2: "500"}, 3, 0),
        ({1: "cut connection"}, 2, 1),
        ({1: "refusal", 2: "prose"}, 2, 0),
        ({1: "cut json"}, 2, 0),
        ({1: "slow"}, 2, 1),
    ],
)
def test_a_fault_is_tried_again_and_its_cost_entered(
    provider: Provider, server: ModelServer, faults: dict[int, str], calls: int, uncertain: int
) -> None:
    FAULTS.update(faults)
    TEXTS[:] = ['{"n": 3}', '{"n": 3}']
    assert ask(provider, ASKED, "c", {"faults": []}, positive).n == 3
    assert len(server.asked) == calls
    (cost,) = costs(provider.terms)
    assert (cost.calls, cost.uncertain) == (calls, uncertain)


@pytest.mark.parametrize(("fault", "calls"), [("500", 3), ("400", 1)])
def test_a_provider_that_fails_stops_with_one_line(
    provider: Provider, server: ModelServer, fault: str, calls: int
) -> None:
    FAULTS.update(dict.fromkeys(range(1, 9), fault))
    with pytest.raises(AuthorError, match="the same command goes on") as caught:
        ask(provider, ASKED, "c", {"faults": []}, positive)
    assert "\n" not in str(caught.value)
    assert len(server.asked) == calls


def test_a_schema_goes_along_only_where_it_is_asked_for_and_both_ways_are_repaired(
    provider: Provider, server: ModelServer
) -> None:
    TEXTS[:] = ["Three, I think.", 'It is:\n```json\n{"n": 3,}\n```']
    structured = provider.terms.model_copy(update={"structured": True})
    for terms in (provider.terms, structured):
        assert ask(Provider(MODEL, terms), ASKED, "c", {"faults": []}, positive).n == 3
    assert [one.schema for one in server.asked] == ["", "", "Number", "Number"]
    FAULTS.update({5: "400"})
    with pytest.raises(AuthorError, match="leave --structured out"):
        ask(Provider(MODEL, structured), ASKED, "d", {"faults": ["other"]}, positive)


def test_an_answer_is_stored_with_the_version_of_its_prompts(
    provider: Provider, tmp_path: Path
) -> None:
    TEXTS[:] = ['{"n": 3}']
    ask(provider, ASKED, "c", {"faults": []}, positive)
    (stored,) = (json.loads(path.read_bytes()) for path in tmp_path.glob("*.json"))
    assert stored["prompt"] == prompt_hash(ASKED.name) != prompt_hash("judge")
    assert len({prompt_hash(name) for name in ("findings", "ledger", "document")}) == 3


def test_questions_go_out_in_batches_where_the_provider_has_them(
    server: ModelServer, tmp_path: Path
) -> None:
    TEXTS[:] = ['{"n": 3}', '{"n": 3}']
    server.asked.clear()
    FAULTS.clear()
    terms = ModelTerms(
        answers=str(tmp_path), batch=True, patience=0.005, connections=4, prices=((BATCHED, PRICE),)
    )
    provider = Provider(BATCHED, terms)
    provider.check()

    def number(faults: str) -> int:
        return ask(provider, ASKED, "c", {"faults": [faults]}, positive).n

    for _ in range(2):
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(number, "abcd")) == [3] * 4
    assert (len(server.asked), server.batches.sizes) == (4, [4])
    (cost,) = costs(terms)
    assert (cost.calls, cost.uncertain) == (4, 0)
    assert cost.usd == pytest.approx(server.spent(PRICE.input, PRICE.output), abs=1e-6)

    FAULTS.update({5: "500"})
    with pytest.raises(AuthorError, match="the same command goes on"):
        number("e")
    assert number("e") == 3


def test_a_provider_without_batch_mode_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=f"'{MODEL}': Inspect has no batch mode") as caught:
        authors.judge(MODEL, ModelTerms(answers=str(tmp_path), batch=True))
    assert "\n" not in str(caught.value)


def test_a_model_that_cannot_be_had_is_wrong_use(tmp_path: Path) -> None:
    terms = ModelTerms(answers=str(tmp_path))
    for name in ("no-such-provider/x", "openai-api/nowhere/x", "model:gpt"):
        with pytest.raises(ConfigError, match=name.removeprefix("model:")):
            authors.writer(name, terms)
