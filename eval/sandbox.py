"""Chooses where `shell` runs: bwrap, docker or nowhere.

In: the wish (`auto`, `bwrap`, `docker`, `none`) and the dataset. Out: a sandbox specification for
Inspect, or None for a run without `shell`, and one line that says so. Side effects: probes once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from inspect_ai.util import SandboxEnvironmentSpec

from eval import bwrap, cgroups, docker, namespaces
from eval.dataset import Source

SandboxName = Literal["auto", "bwrap", "docker", "none"]
SANDBOXES: tuple[SandboxName, ...] = get_args(SandboxName)


class SandboxError(Exception):
    """The sandbox that was asked for cannot be made here; the message names the ways out."""


@dataclass(frozen=True)
class SandboxChoice:
    """`name` of the sandbox, its `spec` (None: no shell) and the `reason` in a few words."""

    name: SandboxName
    spec: SandboxEnvironmentSpec | None
    reason: str


def choose(
    wish: SandboxName, source: Source, root: str | None, agent: str | None = None
) -> SandboxChoice:
    """The sandbox for a run; `root` is the dataset's as the user gave it, None for the default;
    `agent` is the harness that needs a sandbox for a program of its own, which only bwrap gives.

    Raises SandboxError when the wish cannot be met.
    """
    if agent is not None and wish not in ("auto", "bwrap"):
        raise SandboxError(f"harness {agent!r} runs its program under bwrap: use -T sandbox=bwrap")
    if wish == "none":
        return SandboxChoice("none", None, "asked for; the agent has no shell")
    no_bwrap = namespaces.obstacle() if wish in ("auto", "bwrap") else None
    if wish in ("auto", "bwrap") and no_bwrap is None:
        config = bwrap.BwrapConfig(root=root, split=source.split, roles=source.roles, agent=agent)
        reach = "process only, no cgroup v2 to write" if cgroups.home() is None else "sample"
        reason = f"namespaces work; limits of memory and processes per {reach}"
        return SandboxChoice("bwrap", SandboxEnvironmentSpec("bwrap", config), reason)
    no_docker = docker.obstacle() if wish in ("auto", "docker") and agent is None else None
    if agent is None and wish in ("auto", "docker") and no_docker is None:
        return SandboxChoice("docker", docker.spec(), "a Docker daemon answers")
    reasons = [
        f"bwrap: {no_bwrap}" if no_bwrap else "",
        f"docker: {no_docker}" if no_docker else "",
    ]
    raise SandboxError(
        f"no sandbox for the shell tool ({'; '.join(r for r in reasons if r)}). Use "
        "-T sandbox=none to run without shell, or a machine with "
        f"{'Docker' if wish == 'bwrap' else 'user namespaces or Docker'}"
    )
