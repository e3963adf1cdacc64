"""Arrays of other kinds than NumPy's own: they come back as what they are, or are refused with a way to pass them."""

import array
import decimal
import fractions
import re

import numpy as np
import pytest
from common import same

import isonoise

NOISE = isonoise.Noise(octaves=2)
RANDOM = np.random.default_rng(6)
X, Y = RANDOM.uniform(-9, 9, (2, 4, 5))
EXPECTED = NOISE(X, Y)


def refuses(error, message, *coordinates, noise=NOISE, **options):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        noise(*coordinates, **options)


def test_numbers_give_floats_and_arrays_arrays():
    assert type(NOISE(0.5, 0.25)) is float and NOISE(0.5, 0.25) == NOISE(np.array([0.5]), 0.25)[0]
    for number in (1, np.int8(1), np.float16(0.5), np.float32(0.5), np.float64(0.5), np.longdouble(0.5), 2**70):
        assert type(NOISE(number, number)) is float
    for zero in (np.array(0.5), np.array(0.5, np.float32), np.array(3)):
        values = NOISE(0.25, zero)
        assert type(values) is np.ndarray and values.shape == () and values.dtype == np.float32
        value, slopes = NOISE(0.25, zero, gradient=True)
        assert value.shape == () and slopes.shape == (2,)
    assert type(NOISE(0.5, 0.25, cells=(1, 2))) is float
    assert NOISE(0.5, 0.25, cells=(np.array(1), 2)).shape == ()


def test_numbers_beyond_a_float_act_as_zero():
    """Whatever holds them, as infinities and all from 2^31 on do; the others in the array keep their values."""
    zero = NOISE(0, 0.3)
    huge = [2.0**31, 1e38, 3.4028235e38, 3.4028236e38, 1e39, 1.7e308, 2**63, 2**64, 2**70, 10**38, 10**39, 10**400,
            np.float32(3e38), np.longdouble("1e300"), np.longdouble("1e4000"), np.uint64(2**63), np.inf, np.nan]
    for number in [*huge, *(-number for number in huge if type(number) is not np.uint64)]:
        assert NOISE(number, 0.3) == zero, number
        same(NOISE([0.5, number, 3], 0.3), [NOISE(0.5, 0.3), zero, NOISE(3, 0.3)])
        same(NOISE(((0.5, number), (number, 3)), 0.3), [[NOISE(0.5, 0.3), zero], [zero, NOISE(3, 0.3)]])
        same(NOISE(np.array([number, 0.5], type(number)) if isinstance(number, np.generic) else [number, 0.5], 0.3),
             [zero, NOISE(0.5 if not isinstance(number, np.uint64) else 0, 0.3)])
        assert NOISE(0.25, number, cells=(1, 2)) == NOISE(0.25, 0, cells=(1, 2))
        value, slopes = NOISE(number, 0.3, gradient=True)
        assert value == zero and (slopes == NOISE(0, 0.3, gradient=True)[1]).all()
    for count in (1, 5, 10, 100_000):
        x = np.full(count, 0.375)
        expected = NOISE(x, 0.3)
        x[-1], expected[-1] = -1e39, zero
        same(NOISE(x, 0.3), expected)
        same(NOISE(x[::-1], 0.3, threads=2), expected[::-1])
    far = isonoise.Noise(frequency=2.0**-20)  # counts in cells
    assert far(1e15 + 2**19, 1.5e5) != far(0, 1.5e5) == far(1e39, 1.5e5) == far(10**400, 1.5e5)


def test_masks_stay():
    mask = RANDOM.random((4, 5)) < 0.4
    other = np.array([False, True, False, False, False])
    for x, y, wanted in ((np.ma.array(X, mask=mask), Y, mask), (X, np.ma.array(Y[0], mask=other), mask & False | other),
                         (np.ma.array(X, mask=mask), np.ma.array(Y[0], mask=other), mask | other),
                         (np.ma.array(X), Y, mask & False), (np.ma.masked, Y, mask | True)):
        values = NOISE(x, y)
        assert type(values) is np.ma.MaskedArray and values.dtype == np.float32
        assert (np.ma.getmaskarray(values) == wanted).all()
        if x is not np.ma.masked:
            same(values.data[~wanted], NOISE(np.asarray(x), np.asarray(y))[~wanted])
        _, slopes = NOISE(x, y, gradient=True)
        assert type(slopes) is np.ma.MaskedArray and (np.ma.getmaskarray(slopes) == wanted).all()
    x = np.ma.array(X, mask=mask)
    cells = np.ma.array(np.arange(5), mask=other)
    assert (NOISE(0.5, 0.25, cells=(cells, 2)).mask == other).all()
    values = NOISE(x, Y)
    values[0, 0] = np.ma.masked  # with its own mask
    assert (x.mask == mask).all()
    same(NOISE(np.ma.array([0.5, 1e39], mask=[0, 1]), 0).filled(7), [NOISE(0.5, 0), 7])
    refuses(TypeError, "out: expected coordinates without masks, since it has none", x, Y,
            out=np.zeros((4, 5), np.float32))
    refuses(TypeError, "out: expected an array without a mask; out.data is one", X, Y,
            out=np.ma.zeros((4, 5), np.float32))


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_subclasses(tmp_path):
    values = NOISE(np.matrix(X), Y)
    assert type(values) is np.matrix
    same(values, EXPECTED)
    value, slopes = NOISE(np.matrix(X), Y, gradient=True)  # no matrix has three axes
    assert type(value) is np.matrix and type(slopes) is np.ndarray
    stored = np.memmap(tmp_path / "x", np.float64, "w+", shape=X.shape)
    stored[...] = X
    assert type(NOISE(stored, Y)) is np.ndarray
    same(NOISE(stored, Y), EXPECTED)

    class Named(np.ndarray):
        name = None

        def __array_finalize__(self, other):
            self.name = getattr(other, "name", None)

    x = X.view(Named)
    x.name = "east"
    values, slopes = NOISE(x, Y, gradient=True)
    assert type(values) is type(slopes) is Named and values.name == slopes.name == "east"
    same(values, EXPECTED)

    class Metres(np.ndarray):
        def __array_ufunc__(self, *arguments, **options):
            return NotImplemented

    message = ("y: expected a NumPy array or number, got a test_kinds test_subclasses.<locals>.Metres; pass "
               "numpy.asarray(y)")
    refuses(TypeError, message, X, Y.view(Metres))
    same(NOISE(X, np.asarray(Y.view(Metres))), EXPECTED)
    refuses(TypeError, message.replace("y: ", "cells: ").replace("(y)", "(cells)"), 0.5, 0.5,
            cells=(np.arange(3).view(Metres), 1))


def test_units_are_refused():
    units = pytest.importorskip("astropy.units")
    refuses(TypeError, "x: expected a NumPy array or number, got a astropy Quantity; pass x.to_value(unit)",
            X * units.m, Y)
    same(NOISE((X * units.km).to_value("km"), Y), EXPECTED)


@pytest.mark.parametrize("protocol", ["__array_ufunc__", "__array_function__", "__array_wrap__", "__dlpack__",
                                      "__array_namespace__"])
def test_other_arrays_are_refused(protocol):
    class Tensor:
        def __array__(self, dtype=None, copy=None):
            return X

    same(NOISE(Tensor(), Y), EXPECTED)  # like a netCDF file's variable, it has no type to preserve
    setattr(Tensor, protocol, lambda self, *arguments, **options: None)
    refuses(TypeError, "x: expected a NumPy array or number, got a test_kinds test_other_arrays_are_refused.<locals>."
            "Tensor; pass numpy.asarray(x)", Tensor(), Y)
    same(NOISE(np.asarray(Tensor()), Y), EXPECTED)
    Tensor.__module__ = "torch"
    refuses(TypeError, "x: expected a NumPy array or number, got a torch test_other_arrays_are_refused.<locals>."
            "Tensor; pass x.numpy(force=True)", Tensor(), Y)


def test_buffers_are_arrays():
    same(NOISE(array.array("d", X[0]), Y[0]), EXPECTED[0])
    same(NOISE(memoryview(X), Y), EXPECTED)
    same(NOISE(range(5), 0.5), NOISE(np.arange(5), 0.5))


def test_booleans_are_0_and_1():
    for value in (True, np.True_, np.array(True)):
        same(NOISE(X, value), NOISE(X, 1))
    same(NOISE(X > 0, Y), NOISE((X > 0).astype(float), Y))
    same(NOISE([True, False], 0.25), NOISE([1, 0], 0.25))
    same(NOISE([2**70, True], 0.25), NOISE([0, 1], 0.25))
    assert type(NOISE(True, 0.25)) is float and NOISE(True, 0.25) == NOISE(1, 0.25)


def test_what_is_no_number_is_refused():
    message = "y: expected an array of numbers, got one of "
    for wrong, kind in (
        (1j, "complex128"), (X.astype(object), "object"), ("1", "<U1"), (b"1", "|S1"),
        (np.array("2020", "M8[D]"), "datetime64[D]"), (np.timedelta64(3, "s"), "timedelta64[s]"), (None, "object"),
        (decimal.Decimal(1), "object"), (fractions.Fraction(1, 2), "object"), ([1, None], "object"),
        ([2**70, "1"], "object"), ({}, "object"), ([2**70, decimal.Decimal(1)], "object"),
    ):
        refuses(TypeError, message + kind, X, wrong)
    refuses(ValueError, "y: expected an array of numbers, got rows of different lengths", X, [[1, 2], [3]])


def test_xarray():
    xarray = pytest.importorskip("xarray")
    x = xarray.DataArray(X[0], dims="east", coords={"east": np.arange(5)}, name="x")
    y = xarray.DataArray(Y[:, 0], dims="north", coords={"north": list("abcd")})
    values = NOISE(x, y, threads=2)  # by their dimensions' names
    assert type(values) is xarray.DataArray and values.dims == ("east", "north") and values.dtype == np.float32
    assert list(values.north.values) == list("abcd") and (values.east == x.east).all()
    same(values.values, NOISE(X[0][:, np.newaxis], Y[:, 0]))
    assert type(NOISE(0.5, y)) is xarray.DataArray and NOISE(x[0], y[0]).shape == ()
    assert type(NOISE(x.variable, 2)) is xarray.Variable
    both = NOISE(xarray.Dataset({"a": x, "b": 2 * x}), 0.5)
    same(both.b.values, NOISE(2 * X[0], 0.5))
    refuses(TypeError, "gradient: expected coordinates and cells in NumPy arrays, got a xarray DataArray for y; "
            "numpy.asarray(y) makes one", 0.5, y, gradient=True)
    refuses(TypeError, "out: expected coordinates and cells in NumPy arrays, got a xarray DataArray for x", x, 0,
            out=np.zeros(5, np.float32))
    refuses(TypeError, "cells: expected coordinates and cells in NumPy arrays, got a xarray DataArray for cells", 0, 0,
            cells=(xarray.DataArray([1, 2]), 3))
    pytest.importorskip("dask.array")
    lazy = NOISE(x.chunk(2), y)
    assert lazy.chunks and lazy.dtype == np.float32
    same(lazy.compute().values, values.values)


def test_dask():
    da = pytest.importorskip("dask.array")
    x, y = da.from_array(X, chunks=(2, 3)), da.from_array(Y, chunks=(3, 5))  # each with its own chunks
    values = NOISE(x, y, threads=2)
    assert type(values) is da.Array and values.dtype == np.float32
    same(values.compute(scheduler="synchronous"), EXPECTED)
    same(NOISE(x, Y).compute(), EXPECTED)
    same(NOISE(x[0], y[:, :1]).compute(), NOISE(X[0], Y[:, :1]))
    same(NOISE(0.5, y[0, 0]).compute(), NOISE(0.5, Y[0, 0]))
    same(da.map_blocks(NOISE, x, y.rechunk((2, 3)), dtype="f4").compute(), EXPECTED)
    assert NOISE(x, y).name == NOISE(x, y).name != isonoise.Noise()(x, y).name  # Dask's caches rely on it
    masked = da.ma.masked_greater(x, 0)
    assert (np.ma.getmaskarray(NOISE(masked, y).compute()) == (X > 0)).all()
    refuses(TypeError, "gradient: expected coordinates and cells in NumPy arrays, got a dask Array for x", x, y,
            gradient=True)


def test_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"x": X[0], "y": Y[0]}, index=list("abcde"))
    values = NOISE(frame.x, frame.y)
    assert type(values) is pandas.Series and list(values.index) == list("abcde") and values.dtype == np.float32
    same(values.to_numpy(), EXPECTED[0])
    frame["height"] = values
    assert type(NOISE(0.5, frame.y)) is type(NOISE(X[0], frame.y)) is pandas.Series
    whole = NOISE(frame[["x", "y"]], frame[["x", "y"]])
    assert type(whole) is pandas.DataFrame and list(whole) == ["x", "y"]
    message = "points: expected Series or DataFrames with the same labels; x.to_numpy() has none"
    refuses(ValueError, message, frame.x, frame.y[::-1])
    refuses(ValueError, message, frame.x, frame[["y"]])
    refuses(ValueError, message, frame.x, Y[:, :1])
    refuses(TypeError, "slope: expected coordinates and cells in NumPy arrays, got a pandas Series for x", frame.x, 0,
            slope=True)
    same(NOISE(frame.x.to_numpy(), frame.y[::-1].to_numpy()), NOISE(X[0], Y[0][::-1]))
