"""What Inspect loads through the entry point `inspect_ai`: importing this registers everything.

The checkout's top-level package is called `eval`, so task and scorer are also registered under the
name of the project: `inspect eval investigation_worlds/investigation`.
"""

from __future__ import annotations

from inspect_ai._util.registry import registry_add, registry_info
from inspect_ai.model import ModelAPI, modelapi
from inspect_ai.util import SandboxEnvironment, sandboxenv

from eval.scoring import pooled, world
from eval.task import investigation

__all__ = ["bwrap", "investigation", "policy", "pooled", "world"]

for name, thing in (("investigation", investigation), ("world", world)):
    registered = registry_info(thing).model_copy(update={"name": f"investigation_worlds/{name}"})
    registry_add(thing, registered)


@modelapi(name="policy")
def policy() -> type[ModelAPI]:
    """Model-free policies, as `policy/NAME`."""
    from eval.policies._api import PolicyAPI

    return PolicyAPI


@sandboxenv(name="bwrap")  # pyright: ignore[reportUntypedFunctionDecorator]
def bwrap() -> type[SandboxEnvironment]:
    """The bubblewrap sandbox."""
    from eval.bwrap import BwrapSandbox

    return BwrapSandbox
