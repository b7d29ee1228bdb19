"""Parts the words of a numbered paragraph from its citations, headings and columns.

In: the raw text of a paragraph. Out: its prose on one line, and its citations. No side effects.
"""

from __future__ import annotations

import re

from builder.filings.citations import Known, cite_groups, parse_citations
from builder.filings.sentences import sentence_spans
from builder.schema import Citation

_NOTE = re.compile(r"\[n\.(\d+|\*)\]")
_HEADING = re.compile(
    r"^(?:(?:[A-Z]|[IVX]+|\d{1,2}|[a-z])\.(?:[ \t]+[A-Z“\"][^\n]{0,110}(?<![.;)]))?"
    r"|[A-Z][A-Z0-9 ,.'’&:()/-]{4,110}"
    r"|(?:[A-Z][\w'’-]*|of|and|the|to|in|for|on|by|a|an|with|at|its|v\.)(?:[ \t]+(?:[A-Z][\w'’-]*"
    r"|\d{4}|of|and|the|to|in|for|on|by|a|an|with|at|its|v\.))+)$"
)
_TABLE_HEAD = re.compile(
    r"^[ \t]*(?:(?:No\.?|#)[ \t]+)?(?:[\w'’]+[ \t]+){0,4}?(?:Undisputed|Uncontroverted|Material"
    r"|Uncontested|UNDISPUTED|UNCONTROVERTED|MATERIAL)"
    r"[ \t]+(?:Material[ \t]+|MATERIAL[ \t]+)?(?:Facts?|FACTS?)\b[^\n.]{0,80}(?:Evidence|Support"
    r"|Response|EVIDENCE|SUPPORT|RESPONSE|Authority)\w*[ \t]*$"
    r"|^[ \t]*(?:Supporting Evidence|SUPPORTING EVIDENCE|Undisputed (?:Material )?Facts?"
    r"|UNDISPUTED (?:MATERIAL )?FACTS?|Opposing Party['’]s Response"
    r"|(?:Plaintiff|Defendant)s?['’]s? Response(?: and Evidence)?|Evidence|Response)[ \t]*$",
    re.MULTILINE,
)
_SIGNED = re.compile(
    r"^[ \t]*(?:Respectfully submitted|RESPECTFULLY SUBMITTED|Dated?:|DATED?:"
    r"|CERTIFICATE OF SERVICE|/s/|WHEREFORE\b)",
    re.MULTILINE,
)


def words_and_citations(
    text: str, notes: dict[str, str], known: Known
) -> tuple[str, tuple[Citation, ...]]:
    """The prose of a paragraph on one line, and its citations wherever they stand: in parentheses,
    as bare sentences, in footnotes, in a second column."""
    flat = unwrap(without_headings(text))
    prose: list[str] = []
    cited: list[Citation] = []
    for start, end in sentence_spans(flat):
        words, citations = _sentence(flat[start:end], notes, known)
        prose += [words] if words else []
        cited += citations
    return " ".join(prose), tuple(cited)


def without_headings(text: str) -> str:
    """The text without headings that end it, table heads, and what follows the signature."""
    signed = _SIGNED.search(text)
    lines = _TABLE_HEAD.sub("", text[: signed.start()] if signed else text).rstrip().split("\n")
    while len(lines) > 1 and _ends_block(lines):
        lines.pop()
        while lines and not lines[-1].strip():
            lines.pop()
    return "\n".join(lines)


def _ends_block(lines: list[str]) -> bool:
    last = lines[-1].strip()
    before = next((line.strip() for line in reversed(lines[:-1]) if line.strip()), "")
    if not last:
        return True
    if re.search(r"[A-Z]{2}[-_ ]?\d{4,}", last):
        return False
    closed = before[-1:] in '.)]”"’?!' or _HEADING.match(before) is not None or not before
    return bool(_HEADING.match(last)) and (closed or len(last) <= 3)


def unwrap(text: str) -> str:
    """A paragraph on one line; columns set side by side are read one after the other."""
    lines = [line for line in text.split("\n") if line.strip()]
    cells = [_cells(line) for line in lines]
    beside = [right for _, right in cells if right]
    if len(beside) >= 2 or any(_STARTS.match(right) for right in beside):
        lines = [left for left, _ in cells] + beside
    joined = " ".join(line.strip() for line in lines)
    return re.sub(r"(?<=[a-z])- (?=[a-z])", "-", re.sub(r"\s+", " ", joined)).strip()


def _cells(line: str) -> tuple[str, str]:
    """The cells of a line of two columns; a line far to the right is all second column."""
    if len(line) - len(line.lstrip()) >= 20:
        return "", line.strip()
    left, _, right = re.sub(r"[ \t]{3,}|\t", "\x00", line.strip(), count=1).partition("\x00")
    return left, right.strip()


def _sentence(text: str, notes: dict[str, str], known: Known) -> tuple[str, list[Citation]]:
    """The prose of a sentence and its citations; "" when it is nothing but citations."""
    bare = _NOTE.sub("", text).strip()
    inner = bare.removeprefix("(").removesuffix(")") if bare.startswith("(") else bare
    cited = list(_all_citations(inner, known)) if _may_be_citation(bare) else []
    if cited:
        return "", cited + _from_notes(text, notes, known)
    groups = cite_groups(text, known)
    found = [citation for group in groups for citation in group.citations]
    for group in reversed(groups):
        text = text[: group.start].rstrip() + text[group.end :]
    found += _from_notes(text, notes, known)
    return re.sub(r"\s+([.,;])", r"\1", _NOTE.sub("", text)).strip(), found


def _from_notes(text: str, notes: dict[str, str], known: Known) -> list[Citation]:
    found: list[Citation] = []
    for mark in _NOTE.finditer(text):
        note = " ".join(notes.get(mark[1], "").split())
        for start, end in sentence_spans(note):
            _, citations = _sentence(note[start:end], {}, known)
            found += citations
    return found


_STARTS = re.compile(
    r"^\(?(?:(?:[Ss]ee|Cf\.|Accord|Id\.|Evidence:|Citations?:|Source:|Support:)|Exs?\b|Exhs?\b"
    r"|Exhibits?\b|Docs?\.|ECF|D\.?E\.?\b|Dkt|Rec\. Doc"
    r"|[PDJ]T?X ?\d|[A-Z]{2,}[-_]?\d{4,}|(?:[A-Z][\w.'’()&-]*\s+){1,5}?(?:Dep|Decl|Aff|Tr"
    r"|Deposition|Declaration|Affidavit|Ex|Exs)\b"
    r"|(?:[A-Z][\w.'’]*\s+){0,3}(?:Compl|Answer|SOF|SUF|SMF|PSMF|DSMF|56\.1|56\(b\)|Stip|Resp"
    r"|Statement|Interrogs?)\b[^a-z]{0,3}(?:at |¶|No))"
)


def _may_be_citation(text: str) -> bool:
    return text.startswith("(") or bool(_STARTS.match(text))


def _all_citations(text: str, known: Known) -> tuple[Citation, ...]:
    """The citations of a sentence if it is made of nothing else."""
    tried = Known(known.last, known.pinpoint, dict(known.names))
    cited = parse_citations(text, tried)
    if not cited:
        return ()
    plain = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", text)
    spoken = len(re.findall(r"\b[a-z]{3,}\b", _without(plain, cited)))
    if spoken > 3:
        return ()
    known.names.update(tried.names)
    known.cite(tried.last, tried.pinpoint)
    return cited


def _without(text: str, cited: tuple[Citation, ...]) -> str:
    for citation in cited:
        text = text.replace(citation.text, "")
    return re.sub(r"(?i)\b(?:see|also|evidence|citing|and)\b", "", text)
