"""What witnesses say of themselves: by "I" and "me", whatever name their words were noted under.

In: the questions and answers of one exchange, or what is told of a declarant, and who speaks. Out:
the same in the first person; whether an examiner must name the witness. No side effects.
"""

from __future__ import annotations

import re

Turn = tuple[str, str]  # mark, words

_DONE = {
    "has": "have", "is": "am", "does": "do", "doesn't": "don't", "isn't": "am not",
    "hasn't": "haven't", "was": "was", "had": "had", "goes": "go",
}  # fmt: skip
_PAST = re.compile(
    r"wrote|found|kept|made|put|took|saw|read|said|sat|gave|went|came|paid|told|heard|knew|did|drew"
    r"|cut|set|drove|stood|held|let|would|could|will|can|\w+ed"
)
_WHO = "\u2020"  # stands for the name while an answer is reworded
_ASIDE = r"(?:(?:also|never|always|only|just|still|then) )?"
_START = r"(?:^|(?<=[.?!] ))"
_RULES = tuple(
    (re.compile(pattern.format(who=_WHO, start=_START)), instead)
    for pattern, instead in (
        (r"{start}(?:I'm|I am) {who}\.\s*", ""),
        (r"\b(?:I'm|I am) {who},? (?:and )?I\b", "I"),
        (r"\b(?:I'm|I am) {who} and\b", "And"),
        (r"\b([Ii]), {who},", r"\1"),
        (r", (?:I'm|I am) {who},", ","),
        (r"(?<=\w), {who}(?:'s)?(?=[.,;:])", ""),
        (r"\b(I signed(?: it)?) {who}", r"\1"),
        (r"\b([Ss])igned(?: it)? {who}", r"\1igned by me"),
        (r"\b(says|got|over|marked) {who}(?!')", r"\1 my name"),
        (r"{who}'s", "my"),
        (r"\bthat of {who}", "mine"),
        (r"\b([Bb]y|to|from|for|of|and|with|was) {who}", r"\1 me"),
    )
)
_OPENERS = re.compile(
    r"(?:Wh(?:at|o|ose|om|en|ere|ich|y)|How|D(?:id|oes|o)|W(?:as|ere|ould)|Is|Are|Ha[dsv]e?|C(?:ould|an)"
    r"|You|Your|Th(?:at|e|is|ese|ose|ere)|On|In|At|And|So|To|By|For|From|It|After|Before|Tell|Read"
    r"|Please|Look|Turn|Take|If|Until|Under)\b"
)
_FIRST = {"has": "have", "is": "am", "recalls": "recall", "keeps": "keep"}
_DECLARED = (
    r"has|is|was|had|recalls|keeps|put|made|read|wrote|drove|saw|gave|paid|told|kept|went|could|came"
    r"|stood|found|did|sent|wished|let|did|\w+ed"
)
_BEFORE = r"by|with|from|to|for|and|of|asked|gave|told|let|sent|called"


def in_own_words(turns: list[Turn], formal: str) -> tuple[list[Turn], bool]:
    """The turns, and whether an answer named the witness, who is called `formal` (Ms. Abara)."""
    last = formal.partition(" ")[2] or formal
    named = re.compile(rf"(?<!\w)(?:M[rs]+\. )?{re.escape(last)}(?!\w)")
    told, changed, asked = list[Turn](), False, ""
    for mark, words in turns:
        if mark == "A." and named.search(words):
            spoken = _spoken(named.sub(_WHO, words), asked).replace(_WHO, last)
            told.append((mark, spoken))
            changed = True
        else:
            asked = words if mark == "Q." else asked
            told.append((mark, words))
    return told, changed


def addressed(question: str, formal: str) -> str:
    """A question that calls the witness by name."""
    if formal in question:
        return question
    rest = question[:1].lower() + question[1:] if _OPENERS.match(question) else question
    return f"{formal}, {rest}"


def _spoken(answer: str, asked: str) -> str:
    """An answer without the name of the one who gives it, for which there stands a sign."""
    for pattern, instead in _RULES:
        answer = pattern.sub(instead, answer)
    if re.fullmatch(rf"{_WHO}\.?", answer):
        return _short(asked)
    answer = re.sub(rf"^{_WHO}\. ", f"{_short(asked)} ", answer)
    answer = re.sub(rf"(?<=[.?!]) {_WHO}\.(?= |$)", "", answer)
    answer = re.sub(rf"{_START}{_WHO},", "Me,", answer)
    return re.sub(rf"(?:{_START}|(?<=, )){_WHO} ({_ASIDE})([\w']+)", _verb, answer)


def _short(asked: str) -> str:
    if re.search(r"\b[Ww]hose\b|\b(?:name|hand|signature|initials)\b", asked):
        return "Mine."
    if re.search(r"\b(?:Who|who|whom|Whom)\b", asked):
        return "Me."
    return (
        "Yes." if re.match(r"(?:Is|Are|Was|Were|Did|Do|Does|You|Your|That)\b", asked) else "I did."
    )


def _verb(found: re.Match[str]) -> str:
    aside, verb = found[1], found[2]
    if verb in _DONE:
        return f"I {aside}{_DONE[verb]}"
    if _PAST.fullmatch(verb):
        return f"I {aside}{verb}"
    if re.search(r"(?:ch|sh|ss|x)es$", verb):
        return f"I {aside}{verb[:-2]}"
    if verb.endswith("ies"):
        return f"I {aside}{verb[:-3]}y"
    if verb.endswith("s"):
        return f"I {aside}{verb[:-1]}"
    return found[0]


def in_person(text: str, name: str) -> str:
    """What is told of somebody by name, as that person declares it; where the grammar does not
    allow that, the name stays. The paper has it at its head."""
    who = re.escape(name)
    text = re.sub(rf"\b([Tt])he ((?:[\w'-]+ )?[\w'-]+) of {who}(?!\w)", _mine, text)
    text = re.sub(rf"\b([Aa]n? [\w'-]+) of {who}(?!\w)", r"\1 of mine", text)
    text = re.sub(rf"\bthat of {who}(?!\w)", "mine", text)
    text = re.sub(rf"(?<!\w){who}'s(?!\w)", "my", text)
    text = re.sub(rf"(?<!\w){who} ({_DECLARED})\b", lambda m: f"I {_FIRST.get(m[1], m[1])}", text)
    return re.sub(rf"\b({_BEFORE}) {who}(?!\w)", r"\1 me", text)


def _mine(found: re.Match[str]) -> str:
    return f"{'My' if found[1] == 'T' else 'my'} {found[2]}"
