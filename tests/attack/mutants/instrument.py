"""Writes a copy of core/isonoise in which every constant, operator and index is a call of mutant.hpp.

Used by tests/attack/mutants/run. libclang finds the operators and what belongs to them; gcc compiles the copy.
"""
import collections
import os
import re

import clang.cindex as cindex

Kind = cindex.CursorKind
BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "both", "|": "either", "^": "differ",
          "<<": "up", ">>": "down", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
          "==": "equal", "!=": "unequal", "&&": "logic_and", "||": "logic_or"}
ASSIGNMENT = {"+=": "add_to", "-=": "sub_from", "*=": "mul_by", "/=": "div_by", "%=": "rem_by", "&=": "both_to",
              "|=": "either_to", "^=": "differ_to", "<<=": "up_by", ">>=": "down_by"}
NUMBER = re.compile(rb"(0[xX][0-9a-fA-F'.]+([pP][+-]?\d+)?|[0-9][0-9'.]*([eE][+-]?\d+)?)[uUlLfFzZ]*|true|false")
# Compile-time constants: nothing in them can be selected at run time.
CONSTANT = {Kind.STATIC_ASSERT, Kind.ENUM_DECL, Kind.TEMPLATE_NON_TYPE_PARAMETER, Kind.CONCEPT_DECL,
            Kind.REQUIRES_EXPR} if hasattr(Kind, "CONCEPT_DECL") else {
                Kind.STATIC_ASSERT, Kind.ENUM_DECL, Kind.TEMPLATE_NON_TYPE_PARAMETER}

Mutant = collections.namedtuple("Mutant", "file line column what text edits")


class Finder:
    """Finds the mutants of all files under `root`, in the order of files and places."""

    def __init__(self, root):
        self.root = root
        self.texts = {}
        self.found = {}  # (file, start, end, what) -> edits

    def text(self, file):
        if file not in self.texts:
            with open(file, "rb") as stream:
                self.texts[file] = stream.read()
        return self.texts[file]

    def add(self, file, start, end, what, edits):
        self.found.setdefault((file, start, end, what), edits)

    def parse(self, source, flags):
        unit = cindex.Index.create().parse(source, args=flags)
        errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            raise SystemExit(f"mutants: libclang: {errors[0]}")
        for cursor in unit.cursor.get_children():
            file = cursor.location.file
            if file and os.path.abspath(file.name).startswith(self.root):
                self.visit(cursor, os.path.abspath(file.name))

    def visit(self, cursor, file):
        location = cursor.location.file
        if location and os.path.abspath(location.name) != file:
            return
        if cursor.kind in CONSTANT:
            return
        self.one(cursor, file)
        for child in cursor.get_children():
            self.visit(child, file)

    def one(self, cursor, file):
        text, extent = self.text(file), cursor.extent
        start, end = extent.start.offset, extent.end.offset
        kind = cursor.kind
        if start >= end:
            return  # inside a macro expansion
        if kind in (Kind.INTEGER_LITERAL, Kind.FLOATING_LITERAL, Kind.CXX_BOOL_LITERAL_EXPR):
            match = NUMBER.match(text, start)
            if match and match.end() >= end:
                self.add(file, start, match.end(), "constant",
                         [(start, 0, b"::mutants::literal(%d, "), (match.end(), 1, b")")])
            return
        children = list(cursor.get_children())
        if kind in (Kind.BINARY_OPERATOR, Kind.COMPOUND_ASSIGNMENT_OPERATOR, Kind.CALL_EXPR):
            if kind == Kind.CALL_EXPR:
                # The operator itself is one of the children.
                if not cursor.spelling.startswith("operator"):
                    return
                children = [c for c in children
                            if not re.fullmatch(rb"[-+*/%&|^<>=!~\[\]]+",
                                                text[c.extent.start.offset:c.extent.end.offset])]
            if len(children) == 1 and kind == Kind.CALL_EXPR:
                self.unary(file, text, start, end)
                return
            if len(children) != 2:
                return
            left, right = children
            self.binary(file, text, start, left.extent.end.offset, right.extent.start.offset, end)
            if kind == Kind.CALL_EXPR and cursor.spelling == "operator[]":
                self.index(file, text, right)
        elif kind == Kind.UNARY_OPERATOR:
            self.unary(file, text, start, end)
        elif kind == Kind.CONDITIONAL_OPERATOR and children:
            first, last = children[0].extent.start.offset, children[0].extent.end.offset
            if first == start and first < last:
                self.add(file, first, last, "condition ?:",
                         [(first, 0, b"::mutants::condition(%d, "), (last, 1, b")")])
        elif kind == Kind.ARRAY_SUBSCRIPT_EXPR and len(children) == 2:
            self.index(file, text, children[1])

    def binary(self, file, text, start, left_end, right_start, end):
        gap = text[left_end:right_start]
        operator = re.sub(rb"//[^\n]*", b"", gap).strip().decode()
        at = left_end + gap.find(operator.encode())
        name = BINARY.get(operator) or ASSIGNMENT.get(operator)
        if not name or not start < left_end <= right_start < end:
            return
        call = b"::mutants::" + name.encode() + b"(%d, "
        if operator in ("&&", "||"):
            edits = [(start, 0, call), (at, -2, b", [&]() -> bool { return bool("), (end, 1, b"); })")]
        else:
            edits = [(start, 0, call), (at, -len(operator), b","), (end, 1, b")")]
        self.add(file, start, end, operator, edits)

    def unary(self, file, text, start, end):
        for operator, name in (("++", "increment"), ("--", "decrement"), ("-", "negative"), ("!", "no"),
                               ("~", "inverse")):
            if text.startswith(operator.encode(), start):
                self.add(file, start, end, operator + " before",
                         [(start, -len(operator), b"::mutants::" + name.encode() + b"(%d, "), (end, 1, b")")])
                return
            if len(operator) == 2 and text[:end].endswith(operator.encode()):
                self.add(file, start, end, operator + " after",
                         [(start, 0, b"::mutants::" + name.encode() + b"_after(%d, "), (end - 2, -2, b")")])
                return

    def index(self, file, text, cursor):
        start, end = cursor.extent.start.offset, cursor.extent.end.offset
        if start < end and not NUMBER.fullmatch(text[start:end]):
            self.add(file, start, end, "index", [(start, 0, b"::mutants::index(%d, "), (end, 1, b")")])

    def mutants(self):
        result = []
        for (file, start, end, what), edits in sorted(self.found.items()):
            text = self.text(file)
            begin = text.rfind(b"\n", 0, start) + 1
            result.append(Mutant(os.path.relpath(file, self.root), text.count(b"\n", 0, start) + 1, start - begin + 1,
                                 what, text[start:end].decode(), edits))
        return result


def instrumented(text, mutants):
    """Returns the text with the edits of (number, mutant) pairs. Lines never move."""
    edits = []
    for number, mutant in mutants:
        first, last = mutant.edits[0][0], mutant.edits[-1][0]
        for at, kind, words in mutant.edits:
            words = words.replace(b"%d", str(number).encode())
            length = last - first
            if kind == 1:  # closing: innermost first
                edits.append((at, 0, length, 0, words))
            elif kind == 0:  # opening: outermost first
                edits.append((at, 2, -length, 0, words))
            else:  # replaces an operator
                edits.append((at, 1 if at > first else 2, 0 if at > first else -length, -kind, words))
    result, done = [], 0
    for at, _, _, removed, words in sorted(edits):
        result += [text[done:at], words]
        done = max(done, at) + removed
    result.append(text[done:])
    return b"".join(result)
