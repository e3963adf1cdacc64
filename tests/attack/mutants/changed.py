"""Applies a single mutant to a file, for code that cannot be selected at run time, such as template arguments.

Used by tests/attack/mutants/run.
"""
import math
import re

# Replacements of each operator, as in mutant.hpp: the first that compiles is used.
OTHERS = {"+": "- |", "-": "+ &", "*": "/ +", "/": "* -", "%": "/ -", "&": "| ^", "|": "& ^", "^": "| &", "<<": ">> +",
          ">>": "<< +", "<": "<= ==", "<=": "< ==", ">": ">= ==", ">=": "> ==", "==": "!= <", "!=": "== <", "&&": "||",
          "||": "&&", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=", "^=": "|=",
          "<<=": ">>=", ">>=": "<<="}
UNARY = {"++": "--", "--": "++", "-": "+", "!": " ", "~": "+"}


def next_number(word):
    """Returns the next number after a literal, as in mutant.hpp."""
    if word in ("true", "false"):
        return "false" if word == "true" else "true"
    word = word.replace("'", "")
    hexadecimal = word[:2].lower() == "0x"
    if "." in word or ("p" in word.lower() if hexadecimal else "e" in word.lower()):
        single = word[-1] in "fF" and (not hexadecimal or "p" in word.lower())
        number = float.fromhex(word.rstrip("fF")) if hexadecimal else float(word.rstrip("fF"))
        if number == 0:
            return "1.0f" if single else "1.0"
        mantissa, exponent = math.frexp(number)
        return (number + math.ldexp(1, exponent - (24 if single else 53))).hex() + ("f" if single else "")
    digits, suffix = re.fullmatch(r"(0[xX][0-9a-fA-F]+|\d+)([uUlLzZ]*)", word).groups()
    most = 0 if re.search("[lLzZ]", suffix) else 2 ** 32 if suffix else 0
    number = int(digits, 0) + 1
    return str(number % most if most else number) + suffix


def changed(text, mutant):
    """Returns variants of the file with this mutant alone, in the order to try them."""
    def put(start, end, words):
        return text[:start] + words.encode() + text[end:]

    start, end = mutant.edits[0][0], mutant.edits[-1][0]
    if mutant.what == "constant":
        return [put(start, end, next_number(mutant.text))]
    if mutant.what == "index":
        return [put(start, end, f"({mutant.text}) ^ 1")]
    if mutant.what == "condition ?:":
        return [put(start, end, f"!({mutant.text})")]
    at, removed = next((at, -kind) for at, kind, _ in mutant.edits if kind < 0)
    others = UNARY[mutant.what.split()[0]] if " " in mutant.what else OTHERS[mutant.what].split()
    return [put(at, at + removed, other) for other in others]
