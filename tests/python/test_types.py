"""What type checkers see is what comes back."""

import importlib.util
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from common import ROOT

HERE = Path(__file__).parent
FILES = ["typed.py", *(["typed_xarray.py"] if importlib.util.find_spec("xarray") else [])]
PYRIGHT = ROOT / "tests/engines/node_modules/pyright/index.js"


def check(folder, *command):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path):
    for name in FILES:
        shutil.copy(HERE / name, tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_values_have_their_types(name):
    runpy.run_path(str(HERE / name))


def test_mypy(folder):
    pytest.importorskip("mypy")
    check(folder, sys.executable, "-m", "mypy", "--strict", "--cache-dir=cache", "--python-executable", sys.executable,
          *FILES)


def test_pyright(folder):
    if not PYRIGHT.exists() or not shutil.which("node"):
        pytest.skip("no pyright: tests/engines/setup.sh installs it")
    (folder / "pyrightconfig.json").write_text(
        '{"typeCheckingMode": "standard", "reportUnnecessaryTypeIgnoreComment": "error"}')
    check(folder, "node", PYRIGHT, "--pythonpath", sys.executable, "--project", folder)
