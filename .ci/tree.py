"""Writes the tree of the house into README.md, a line for each file, from the files' first lines.

Side effect: replaces what stands between the tree marks. With `--check` it writes nothing and exits
1 when the README's tree is not the one it would write.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START, END = "<!-- tree -->\n", "<!-- /tree -->"
GROUPS = {
    "builder/fiction/scenarios": "one kind of dispute each, as data",
    "builder/fiction/banks": "names, and pieces of ordinary life",
    "builder/genres/banks": "phrases of the papers",
    "builder/handwritten/worlds": "five worlds written by hand",
    "data_files": "the validation split as Parquet, and its manifest",
    "tests": "unit/ contract/ integration/, and the factories they share",
    "cards": "dataset card parts, datasheet, role taxonomy, data licence and changelog",
}


def main(arguments: list[str]) -> int:
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    made = f"{before}{START}```\n{tree()}\n```\n{END}{after}"
    if "--check" in arguments:
        if made != text:
            print("README.md: the tree is out of date; run python .ci/tree.py", file=sys.stderr)
        return int(made != text)
    readme.write_text(made, encoding="utf-8")
    return 0


def tree() -> str:
    lines: list[tuple[str, str]] = []
    shown: set[str] = set()
    for path in tracked():
        group = next((g for g in GROUPS if path.startswith(f"{g}/")), None)
        parts = (group or path).split("/")
        for depth in range(1, len(parts)):
            folder = "/".join(parts[:depth])
            if folder not in shown:
                shown.add(folder)
                lines.append(("  " * (depth - 1) + parts[depth - 1] + "/", first_line(folder)))
        name = group or path
        if name in shown:
            continue
        shown.add(name)
        label = parts[-1] + ("/" if group else "")
        if label != "__init__.py":
            about = GROUPS[group] if group else first_line(path)
            lines.append(("  " * (len(parts) - 1) + label, about))
    width = max(len(label) for label, _ in lines) + 2
    return "\n".join(f"{label:<{width}}{about}".rstrip() for label, about in lines)


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return sorted(listed, key=lambda p: (p.count("/") == 0, p))


def first_line(path: str) -> str:
    file = ROOT / path
    file = file / "__init__.py" if file.is_dir() else file
    if not file.is_file():
        return ""
    text = file.read_text(encoding="utf-8", errors="replace")
    if file.suffix == ".py":
        doc = ast.get_docstring(ast.parse(text)) or ""
        return doc.split("\n")[0].rstrip(".")
    if file.suffix in (".toml", ".yaml", ".yml") or file.name in ("Makefile", "run"):
        comments = [line[1:].strip() for line in text.splitlines()[:3] if line.startswith("# ")]
        return comments[0].rstrip(".") if comments else ""
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
