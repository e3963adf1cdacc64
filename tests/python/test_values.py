"""The bits of `isonoise sample`, and the golden vectors."""

import json
import subprocess

import numpy as np
import pytest
from common import NOISES, ROOT, bits, call, flags, points, same

import isonoise

MILLION = 1_000_000


@pytest.mark.parametrize("settings", NOISES, ids=str)
def test_a_million_points_have_the_bits_of_sample(settings):
    noise = isonoise.Noise(**settings)
    at = points(MILLION, noise.dim)
    given = np.ascontiguousarray(at.T).tobytes()
    printed = np.frombuffer(call("sample", "--format=f64", *flags(settings), given=given), "<f4")
    values = noise(*at)
    assert values.dtype == np.float32
    # The value is never -0 or subnormal, so its bytes can be compared directly.
    assert values.tobytes() == printed.tobytes()
    same(noise(*at.astype(np.float32), threads=3), printed)


@pytest.mark.parametrize("settings", NOISES, ids=str)
def test_derivatives_have_the_bits_of_sample(settings):
    noise = isonoise.Noise(**settings)
    at = points(50_000, noise.dim)
    given = np.ascontiguousarray(at.T).tobytes()
    if settings.get("algorithm") in ("axis", "diagonal", "slope", "value-two-layer"):
        if settings["algorithm"] != "value-two-layer":
            with pytest.raises(ValueError, match=f"^gradient: algorithm {settings['algorithm']} has none$"):
                noise(*at, gradient=True)
            return
    kind = "slope" if settings.get("fractal") == "eroded" else "gradient"
    printed = np.frombuffer(call("sample", "--format=f64", f"--{kind}", *flags(settings), given=given), "<f4")
    printed = printed.reshape(-1, noise.dim + 1).T
    value, gradient = noise(*at, **{kind: True})
    assert gradient.shape == (noise.dim, 50_000) and gradient.dtype == np.float32
    same(value, printed[0])
    same(gradient, printed[1:])


@pytest.mark.parametrize("settings", [NOISES[0], NOISES[2], NOISES[4], NOISES[9], NOISES[17], NOISES[20], NOISES[22],
                                      NOISES[24], {"period": (5, 7)}], ids=str)
def test_cells_have_the_bits_of_sample(settings):
    noise = isonoise.Noise(**settings)
    random = np.random.default_rng(2)
    cells = random.integers(-(2**63), 2**63, (noise.dim, 40_000))
    fractions = random.uniform(0, 1, cells.shape)
    fractions[:, ::5] = random.choice([0.0, 1.0, 2.0**-41, 0.5], fractions[:, ::5].shape)
    record = np.empty(40_000, np.dtype([("cells", "<i8", (noise.dim,)), ("fractions", "<f8", (noise.dim,))]))
    record["cells"], record["fractions"] = cells.T, fractions.T
    printed = np.frombuffer(call("sample", "--format=f64", "--cells", *flags(settings), given=record.tobytes()), "<f4")
    same(noise(*fractions, cells=tuple(cells)), printed)
    same(noise(*fractions, cells=tuple(cells), threads=2), printed)


def test_numbers_have_the_bits_that_sample_prints():
    at = [0.1, 1 / 3, 1e-3, 123456.789, 2**24 + 1, 3]
    lines = "\n".join(f"{x!r} {y!r}" for x in at for y in at).encode()
    printed = [float.fromhex(line) for line in call("sample", "--hex", given=lines).decode().split()]
    noise = isonoise.Noise()
    assert [float(noise(x, y)) for x in at for y in at] == printed


GOLDEN = sorted(path.stem for path in (ROOT / "tests/golden").glob("*.bin"))


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_vectors(name):
    root = json.loads(subprocess.run([ROOT / "tests/golden/print", name], capture_output=True, check=True).stdout)
    assert root["version"] == 1 and root["functions"]
    for entry in root["functions"]:
        noise = isonoise.Noise(**{key.replace("-", "_"): value for key, value in entry["settings"].items()})
        dim, columns = noise.dim, list(zip(*entry["inputs"]))
        cells = None
        if entry["cells"]:
            cells = tuple(np.array([int(cell) for cell in column]) for column in columns[:dim])
            columns = columns[dim:]
        at = [np.array([float.fromhex(number) for number in column]) for column in columns]
        expected = np.array([[float.fromhex(number) for number in row] for row in entry["outputs"]], np.float32).T
        kind = entry["outputs-are"].removeprefix("value").removeprefix(", ")
        if kind:
            value, gradient = noise(*at, cells=cells, **{kind: True})
            same(gradient, expected[1:])
            same(noise(*at, cells=cells), value)
        else:
            value = noise(*at, cells=cells)
            assert len(expected) == 1
        same(value, expected[0])


def test_all_golden_vectors_are_there():
    assert set(GOLDEN) == {"perlin1", "perlin2", "perlin3", "perlin4", "fractals", "improved", "value", "articles"}


def test_gradients_are_derivatives():
    noise = isonoise.Noise(dim=3, octaves=3, frequency=0.5)
    at = np.random.default_rng(3).uniform(-20, 20, (3, 1000)).astype(np.float32)
    _, gradient = noise(*at, gradient=True)
    h = 2.0**-10
    for axis in range(3):
        step = np.zeros((3, 1), np.float32)
        step[axis] = h
        difference = (noise(*(at + step)).astype(float) - noise(*(at - step))) / (2 * h)
        np.testing.assert_allclose(gradient[axis], difference, atol=2e-3)


def test_bits_of_counts_zeros_and_subnormals_alike():
    assert (bits([0.0, -0.0, 1e-45]) == 0).all() and bits([2.0**-126])[0] != 0
