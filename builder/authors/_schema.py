"""The schema of an answer as providers of structured output take it.

In: a pydantic type. Out: JSON schema without references, defaults and discriminators, which not
every provider reads; what it cannot say, the type checks when the answer is read. No side effects.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

_DROPPED = ("title", "default", "discriminator", "$defs", "minItems", "maxItems", "format")


def flat_schema(kind: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a type, every reference replaced by what it points to."""
    whole = kind.model_json_schema()
    return _flat(whole, whole.get("$defs", {}))


def _flat(schema: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return _flat(defs[schema["$ref"].rpartition("/")[2]], defs)
    flat: dict[str, Any] = {}
    for key, value in schema.items():
        match key:
            case "const":
                flat["enum"] = [value]
            case "oneOf" | "anyOf":
                flat["anyOf"] = [_flat(one, defs) for one in value]
            case "properties":
                flat[key] = {name: _flat(one, defs) for name, one in value.items()}
                flat["required"] = sorted(value)
                flat["additionalProperties"] = False
            case "prefixItems":
                flat["items"] = _flat(value[0], defs)  # pairs of texts
            case "items":
                flat[key] = _flat(value, defs)
            case _ if key not in _DROPPED and key not in flat:
                flat[key] = value
            case _:
                pass
    return flat
