"""The pages say what is so: links lead somewhere, commands exist, examples run."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from builder.audit._published import Published
from builder.commands import commands
from eval.policies import Ballot
from tests.build_factories import ROOT

PAGES = sorted([*(ROOT / "cards").glob("*.md"), ROOT / "CONTRIBUTING.md"])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
KINDS = {
    "policy": "commit", "gate": "measure", "genre": "compose", "source": "records",
    "harness": "harness",
}  # fmt: skip


def example(kind: str) -> ModuleType:
    """The module that the page's section on a kind shows."""
    section = (ROOT / "cards" / "adding.md").read_text().split(f"\n## A {kind}\n")[1]
    module = ModuleType(f"example_{kind}")
    found = BLOCK.search(section.split("\n## ")[0])
    assert found, kind
    exec(compile(found[1], f"{kind} of adding.md", "exec", dont_inherit=True), module.__dict__)
    return module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    made = {"roles.md", "columns.md", "figures.md"}
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if "://" not in target and target not in made:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_the_pages_exist(page: Path) -> None:
    for command in re.findall(r"python -m builder ([a-z-]+)", page.read_text()):
        assert command in commands(), command


@pytest.mark.parametrize(("kind", "function"), KINDS.items())
def test_examples_of_plug_ins_have_what_their_kind_needs(kind: str, function: str) -> None:
    module = example(kind)
    assert module.__doc__
    assert callable(getattr(module, function))


def test_the_example_policy_and_gate_do_what_they_say() -> None:
    ballot = Ballot("", {"H1": "a", "H2": "abc", "H3": "ab", "H4": ""})
    verdicts = example("policy").commit(ballot, Random(1), None)
    assert [label for label, verdict in verdicts.items() if verdict == "believe"] == ["H2"]
    nothing = Published(root=ROOT, split="none", worlds=())
    assert example("gate").measure(nothing).passed is True
    assert len(set(example("genre").GENRE.names)) >= 4
