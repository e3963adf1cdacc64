"""examples/dask, as its head says to run it."""

import subprocess
import sys

import numpy as np
import pytest
from common import ROOT, call, same


def test_a_cluster_writes_the_values_of_bake(tmp_path):
    zarr = pytest.importorskip("zarr")
    pytest.importorskip("dask.distributed")
    store = tmp_path / "world.zarr"

    def write(*arguments):
        world = ROOT / "examples/dask/world.py"
        return subprocess.run([sys.executable, world, *arguments], capture_output=True, text=True)

    done = write("terrain-alps", store, "--size=200x130", "--chunk=64", "--workers=2")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{store}: (130, 200) points in 12 chunks\n"
    baked = np.frombuffer(call("bake", "terrain-alps", "--size=200x130", "--format=raw32f", "-o", "-"), "<f4")
    array = zarr.open(str(store), mode="r")["noise"]
    assert array.chunks == (64, 64) and array.dtype == "<f4" and (store / "noise/2/3").is_file()
    same(array[:], baked.reshape(130, 200))

    # The program can read it as a world, with the digest of one made in other chunks.
    own = tmp_path / "own.zarr"
    call("bake", "terrain-alps", "--size=200x130", "--chunk=30x50", "-o", own)
    digests = [call("bake", "--check", world, "--points=all").decode().splitlines()[-1] for world in (store, own)]
    assert digests[0].startswith("digest ") and digests[0] == digests[1]

    # Also in three dimensions, and in bake's chunks.
    store, own = tmp_path / "caves.zarr", tmp_path / "own-caves.zarr"
    done = write("density-caves", store, "--size=150x20x9", "--workers=1")
    assert done.returncode == 0, done.stderr
    call("bake", "density-caves", "--size=150x20x9", "-o", own)
    digests = [call("bake", "--check", world, "--points=all").decode().splitlines()[-1] for world in (store, own)]
    assert digests[0].startswith("digest ") and digests[0] == digests[1]
    assert zarr.open(str(store), mode="r")["noise"].chunks == zarr.open(str(own), mode="r")["noise"].chunks

    for preset, words, what in [
        ("terrain-alps", ["--size=0x5"], "--size: expected the points along each axis, such as 512x512, got '0x5'"),
        ("terrain-alps", ["--size=5x5x5"], "--size: expected 2 counts, since the noise is 2D"),
        ("terrain-alps", ["--size=5x5", "--step=0"], "--step: expected a number other than 0, got '0'"),
        ("terrain-alps", ["--size=5x5", "--step=nan"], "--step: expected a number other than 0, got 'nan'"),
        ("terrain-alps", ["--size=5x5", "--step=1e300"], "points of axis x: expected "),
        ("terrain-alps", ["--size=5x5", "--chunk=0"], "--chunk: expected a whole number from 1 to 999999999, got '0'"),
        ("terrain-alps", ["--size=5x5", "--workers=-1"], "--workers: expected a whole number from 1 to 999999999"),
        ("nopreset", ["--size=5x5"], "no file and no built-in preset is called 'nopreset'; there are "),
        ("no\udcff", ["--size=5x5"], "no file and no built-in preset is called 'no\\udcff'; there are "),
    ]:
        wrong = write(preset, tmp_path / "other.zarr", *words)
        assert wrong.returncode == 2 and what in wrong.stderr and "Traceback" not in wrong.stderr
        assert not (tmp_path / "other.zarr").exists()
    wrong = write("density-caves", store, "--size=5x5x5")
    assert wrong.returncode == 2 and f"store: expected a new folder, '{store}' exists" in wrong.stderr
