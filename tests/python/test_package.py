"""The package itself: documentation that runs, types, and what the wheel holds."""

import ast
import doctest
import inspect
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from common import PROGRAM, ROOT

import isonoise

PACKAGE = Path(isonoise.__file__).parent


def test_documentation_runs():
    assert len(doctest.DocTestFinder().find(isonoise.Noise)) > 1
    assert len(doctest.DocTestFinder().find(isonoise.Function)) > 1
    for module in (isonoise, isonoise._presets):
        failed, tried = doctest.testmod(module)
        assert tried > 0 and failed == 0


def test_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("alps.json").write_bytes((ROOT / "app/presets/terrain-alps.json").read_bytes())
    write_islands()
    blocks = re.findall("```python\n(.*?)```", (ROOT / "bindings/python/README.md").read_text(), re.S)
    assert len(blocks) == 3
    names = {}
    exec(blocks[0], names)
    exec(blocks[1], names)
    assert str(names["islands"].parameters) in blocks[1]
    for name, value in re.findall(r"^(\w+) = .*  # a float: (.*)$", blocks[0], re.M):
        assert repr(names[name]) == value
    assert names["height"]
    da = pytest.importorskip("dask.array")
    names["x"], names["y"] = da.linspace(0, 8, 100, chunks=30), da.linspace(0, 8, 100, chunks=50)
    exec(blocks[2], names)
    assert names["heights"].shape == (65536, 65536)
    part = names["heights"][8190:8194, 4094:4098].compute()
    assert (part == names["noise"].grid((4, 4), step=0.01, first=(8190, 4094))).all()


def write_islands():
    text = (ROOT / "docs/functions.md").read_text()
    Path("islands.glsl").write_text(re.search("```glsl\n(// islands.glsl.*?)```", text, re.S)[1])


def test_the_page_about_functions_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_islands()
    [block] = re.findall("```python\n(.*?)```", (ROOT / "docs/functions.md").read_text(), re.S)
    names = {"isonoise": isonoise}
    exec(block, names)
    said = subprocess.run([PROGRAM, "sample", "--set", "mountains=0.3", "islands.glsl"], input="0.5 0.25\n", text=True,
                          capture_output=True, check=True).stdout
    assert float(said) == pytest.approx(names["height"], abs=1e-6) and names["heights"].shape == (512, 512)


def test_the_front_page_runs():
    [block] = re.findall("```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    x = np.linspace(0, 8, 64)
    names = {"isonoise": isonoise, "x": x, "y": x[:, np.newaxis]}
    exec(block, names)
    assert names["heights"].shape == names["dy"].shape == (64, 64) and names["world"].shape == (4096, 4096)


def test_the_version_is_the_programs():
    printed = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    assert isonoise.__version__ in printed and re.fullmatch(r"\d+\.\d+\.\d+", isonoise.__version__)


def stub(name):
    return ast.parse((PACKAGE / name).read_text())


def test_types_are_those_of_the_code():
    """The stub has every setting, method and argument, and no other."""
    [noise] = [node for node in stub("__init__.pyi").body if getattr(node, "name", None) == "Noise"]
    for node in noise.body:
        assert isinstance(node, ast.FunctionDef)
        declared = [argument.arg for argument in node.args.args[1:] + node.args.kwonlyargs]
        if node.name == "__init__":
            assert declared == list(isonoise.Noise().settings)
            for argument in node.args.kwonlyargs:  # words
                for word in re.findall("'(.*?)'", ast.unparse(argument.annotation)):
                    assert isonoise.Noise(dim=1 if word == "slope" else 2, **{argument.arg: word})
            continue
        real = getattr(isonoise.Noise, node.name)
        if isinstance(real, property):
            continue
        parameters = [p for p in inspect.signature(real).parameters.values()
                      if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
        expected = [p.name for p in parameters if p.name != "self"]
        assert declared == (["threads"] if node.args.posonlyargs else expected)  # others: for arrays of other libraries
    public = {name for name in vars(isonoise.Noise) if not name.startswith("_")}
    assert public == {node.name for node in noise.body if not node.name.startswith("_")}
    [function] = [node for node in stub("__init__.pyi").body if getattr(node, "name", None) == "Function"]
    public = {name for name in vars(isonoise.Function) if not name.startswith("_")}
    assert public == {node.name for node in function.body if not node.name.startswith("_")}
    for node in function.body:
        real = getattr(isonoise.Function, node.name)
        if isinstance(real, property) or any(argument.arg == "x" for argument in node.args.posonlyargs):
            continue
        parameters = [p.name for p in inspect.signature(real).parameters.values()
                      if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD) and p.name not in ("self", "cls")]
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        assert parameters == [argument.arg for argument in arguments if argument.arg not in ("self", "cls")]
    private = {node.name for node in stub("_isonoise.pyi").body if isinstance(node, ast.FunctionDef)}
    assert private == {name for name in dir(isonoise._isonoise) if not name.startswith("_") and name != "version"}


def test_only_public_names_are_seen():
    assert {name for name in dir(isonoise) if not name.startswith("_")} == set(isonoise.__all__)
    assert set(isonoise.__all__) == {"Function", "Noise", "presets"}
    for name in isonoise.__all__:
        it = getattr(isonoise, name)
        assert it.__module__ in ("isonoise", "isonoise._presets") and it.__doc__
    names = {}
    exec("from isonoise import *", names)
    assert set(names) - {"__builtins__"} == set(isonoise.__all__)
    public = {name for name in dir(isonoise.Noise) if not name.startswith("_")}
    assert public == {"dim", "from_preset", "grid", "replace", "settings"}


def test_the_documentation_lists_every_setting():
    for name in isonoise.Noise().settings:
        assert re.search(rf"^    {name} +\S.*: .*\[.*\]$", isonoise.Noise.__doc__, re.M), name


def test_the_wheel_is_for_the_stable_abi():
    module = PACKAGE / "_isonoise.abi3.so"
    names = subprocess.run(["nm", "-D", "--defined-only", module], capture_output=True, text=True, check=True).stdout
    assert [line.split()[-1] for line in names.splitlines()] == ["PyInit__isonoise"]
    used = subprocess.run(["nm", "-D", "--undefined-only", module], capture_output=True, text=True, check=True).stdout
    # Python's private functions begin with _Py; few of those are in the stable ABI.
    assert set(re.findall(r"\b_Py\w+", used)) <= {"_Py_Dealloc", "_Py_NoneStruct", "_Py_TrueStruct", "_Py_FalseStruct"}
    assert (PACKAGE / "py.typed").exists()
    [wheel] = PACKAGE.parent.glob("isonoise-*.dist-info")
    assert "Tag: cp311-abi3-" in (wheel / "WHEEL").read_text()
