"""Random settings and arguments give a one-line error, or the values of a plain call.

Each test tries the same 300 examples every time, quick ones 2000; with ISONOISE_EXAMPLES=N, N new ones. Hypothesis
prints the shortest example that fails.
"""

import os
import re
import resource

import numpy as np
import pytest
from common import NOISES, bits, layouts, same

import isonoise

pytest.importorskip("hypothesis")

from hypothesis import HealthCheck, assume, given, settings, strategies as st  # noqa: E402
from hypothesis.extra import numpy as npst  # noqa: E402

EXAMPLES = int(os.environ.get("ISONOISE_EXAMPLES", 0))
settings.register_profile("isonoise", max_examples=EXAMPLES or 300, derandomize=not EXAMPLES, database=None,
                          deadline=None, print_blob=True, suppress_health_check=list(HealthCheck))
settings.load_profile("isonoise")
QUICK = settings(max_examples=EXAMPLES or 2000)

UNTOUCHED = np.float32(7.25)
TYPES = ["f4", "f8", ">f4", ">f8", "f2", "i1", "u1", "i2", ">i4", "u4", "i8", "u8", np.longdouble]


@pytest.fixture(scope="module", autouse=True)
def little_memory():
    """Makes requests for huge arrays fail instead of filling the memory."""
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, limits)


# Every message names its argument, unless it concerns all of them.
WHERE = re.compile(rf"({'|'.join(isonoise.Noise().settings)}|filter-width|settings|[xyzw]|points|value|shape|step"
                   rf"|offset|first|cells|per_period|gradient|slope|out|threads)(\[\d\])?( of axis [xyzw])?: "
                   "|unknown setting |the shapes do not broadcast: |expected [1-4] coordinates? ")


def text_of(error):
    text = str(error)
    assert WHERE.match(text) and "\n" not in text, repr(text)
    return text


def layout(draw, array):
    """The same numbers, elsewhere in memory."""
    if array.ndim == 0:
        return array
    array = draw(st.sampled_from([other for _, other in layouts(array)]))
    axes = draw(st.permutations(range(array.ndim)))
    return np.transpose(np.transpose(array, axes).copy(), np.argsort(axes)) if draw(st.booleans()) else array


@st.composite
def noises(draw):
    """A noise of any kind."""
    values = dict(draw(st.sampled_from(NOISES)))
    if draw(st.booleans()):
        values["seed"] = draw(st.integers(0, 2**32 - 1))
    if draw(st.booleans()):
        values["octaves"] = draw(st.floats(1, 32, width=32))
    if draw(st.booleans()):
        values["frequency"] = draw(st.floats(2.0**-40, 2.0**40, width=32))
    try:
        return isonoise.Noise(**values)
    except ValueError as error:
        text_of(error)
        assume(False)


@st.composite
def calls(draw):
    """A noise, and coordinates for it of any shapes that broadcast, any types, anywhere in memory."""
    noise = draw(noises())
    shapes = draw(npst.mutually_broadcastable_shapes(num_shapes=noise.dim, max_dims=4, min_side=0, max_side=6))
    arrays = []
    for shape in shapes.input_shapes:
        kind = np.dtype(draw(st.sampled_from(TYPES)))
        if kind.kind == "f":
            width = {2: 16, 4: 32}.get(kind.itemsize, 64)
            numbers = st.floats(width=width) | st.floats(-300, 300, width=width)
        else:
            numbers = st.integers(int(np.iinfo(kind).min), int(np.iinfo(kind).max))
        flat = draw(st.lists(numbers, min_size=1, max_size=12))
        arrays.append(layout(draw, np.resize(np.array(flat, kind), shape)))
    return noise, arrays, shapes.result_shape


def rounded(array):
    with np.errstate(over="ignore", invalid="ignore"):
        return np.ascontiguousarray(array.astype(np.float32)).ravel()


@given(st.data(), calls(), st.integers(0, 3))
def test_arrays(data, call, threads):
    noise, arrays, shape = call
    values = noise(*arrays, threads=threads)
    flat = [rounded(np.broadcast_to(array, shape)) for array in arrays]
    expected = noise(*flat)
    same(np.ravel(values), expected)
    assert np.all(np.abs(expected) <= 1)
    for i in range(min(expected.size, 3)):
        assert bits(noise(*(float(axis[i]) for axis in flat))) == bits(expected[i])
    # Into a view with gaps, in any order of axes.
    order = data.draw(st.permutations(range(len(shape))))
    gaps = data.draw(st.tuples(*[st.integers(1, 3)] * len(shape)))
    whole = np.full([shape[axis] * gaps[axis] for axis in order], UNTOUCHED)
    view = np.transpose(whole, np.argsort(order))[(..., *(slice(None, None, gap) for gap in gaps))]
    assert noise(*arrays, out=view, threads=threads) is view
    same(view.ravel(), expected)
    view[...] = UNTOUCHED
    assert (whole == UNTOUCHED).all()


@given(st.data(), noises())
def test_grids(data, noise):
    draw = data.draw
    shape = draw(st.tuples(*[st.integers(0, 5)] * noise.dim))
    step = draw(st.floats(-3, 3).filter(bool))
    offset = draw(st.tuples(*[st.floats(-1e6, 1e6)] * noise.dim))
    first = draw(st.tuples(*[st.integers(-2**40, 2**40)] * noise.dim))
    gradient = draw(st.booleans())
    arguments = dict(step=step, offset=offset, gradient=gradient)
    try:
        whole = noise.grid(shape, first=first, **arguments)
    except ValueError as error:
        text_of(error)
        return
    corner = draw(st.tuples(*[st.integers(0, size) for size in shape]))
    part = noise.grid([size - at for size, at in zip(shape, corner)],
                      first=[number + at for number, at in zip(first, corner)], **arguments)
    inner = tuple(slice(at, None) for at in corner)
    for whole, part in zip(whole, part) if gradient else [(whole, part)]:
        same(part, whole[(..., *inner)])


SPECIAL = st.sampled_from([
    object(), np, len, float, {}, set(), range(3), slice(1), 10**400, 2.0**1000, np.array(None), np.zeros(3, "V5"),
    np.zeros(2, "datetime64[s]"), np.zeros(3, "U2"), np.zeros((2, 0, 3), "f4"), np.float64("nan"), np.array(1.5),
    np.ma.masked, np.zeros(2, "c8"), np.zeros(2, bool), *(array for _, array in layouts(np.zeros(3, "f4")))])
ORDINARY = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.complex_numbers(), st.text(), st.binary(),
    st.lists(st.floats() | st.integers() | st.none() | st.lists(st.integers(), max_size=2), max_size=4),
    st.tuples(st.integers(), st.integers()))
ANY = st.booleans().flatmap(lambda special: SPECIAL if special else ORDINARY)
NAMES = [name.replace("-", "_") for name in isonoise.Noise().settings]


@QUICK
@given(st.dictionaries(st.sampled_from(NAMES) | st.text(), ANY, min_size=1, max_size=3))
def test_any_settings(values):
    try:
        noise = isonoise.Noise(**values)
    except (TypeError, ValueError) as error:
        text_of(error)
    else:
        assert isonoise.Noise(**noise.settings) == noise
        assert abs(noise(*[0.3] * noise.dim)) <= 1


@QUICK
@given(st.data(), noises())
def test_any_arguments_of_a_call(data, noise):
    coordinates = data.draw(st.lists(st.just(0.5) | ANY, min_size=noise.dim, max_size=noise.dim))
    keywords = st.dictionaries(st.sampled_from(["cells", "gradient", "slope", "out", "threads"]), ANY,
                               min_size=1, max_size=2)
    try:
        noise(*coordinates, **data.draw(keywords))
    except (TypeError, ValueError) as error:
        text_of(error)


@QUICK
@given(st.data(), noises())
def test_any_arguments_of_a_grid(data, noise):
    shape = data.draw(st.lists(st.integers(0, 7), min_size=noise.dim, max_size=noise.dim) | ANY)
    keywords = st.dictionaries(
        st.sampled_from(["step", "offset", "first", "cells", "per_period", "gradient", "slope", "out", "threads"]),
        ANY | st.lists(ANY, min_size=noise.dim, max_size=noise.dim), min_size=1, max_size=3)
    try:
        noise.grid(shape, **data.draw(keywords))
    except (TypeError, ValueError, MemoryError) as error:
        text_of(error)


@given(ANY | st.text() | st.sampled_from(isonoise.presets()))
def test_any_preset(preset):
    try:
        assert isonoise.Noise.from_preset(preset).dim in (1, 2, 3, 4)
    except (TypeError, ValueError) as error:
        assert "preset" in str(error) and "\n" not in str(error), error
    except OSError:
        pass
