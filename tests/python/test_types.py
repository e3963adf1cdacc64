"""What type checkers see is what comes back."""

import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from common import ROOT

HERE = Path(__file__).parent
PYRIGHT = ROOT / "tests/engines/node_modules/pyright/index.js"


def copy(tmp_path, name):
    if "xarray" in name:
        pytest.importorskip("xarray")
    return shutil.copy(HERE / name, tmp_path)


def check(*command, folder):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["typed.py", "typed_xarray.py"])
def test_values_have_their_types(name):
    if "xarray" in name:
        pytest.importorskip("xarray")
    runpy.run_path(str(HERE / name))


@pytest.mark.parametrize("name", ["typed.py", "typed_xarray.py"])
def test_mypy(name, tmp_path):
    pytest.importorskip("mypy")
    check(sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path}", "--python-executable", sys.executable,
          copy(tmp_path, name), folder=tmp_path)


@pytest.mark.parametrize("name", ["typed.py", "typed_xarray.py"])
def test_pyright(name, tmp_path):
    if not PYRIGHT.exists() or not shutil.which("node"):
        pytest.skip("no pyright: tests/engines/setup.sh installs it")
    path = copy(tmp_path, name)
    (tmp_path / "pyrightconfig.json").write_text(
        '{"typeCheckingMode": "standard", "reportUnnecessaryTypeIgnoreComment": "error"}')
    check("node", PYRIGHT, "--pythonpath", sys.executable, "--project", tmp_path, folder=tmp_path)
