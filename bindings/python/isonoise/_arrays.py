"""The arrays that Noise and Function take, and results of the same kind."""

import functools
import sys

import numpy as np

from . import _isonoise
from ._quoted import quoted

AXES = "xyzw"
FLOAT32 = np.dtype(np.float32)
# For coordinates of these types, results are NumPy arrays or numbers.
PLAIN = {float, int, list, tuple, np.ndarray, np.float32, np.float64, np.int32, np.int64}
# Objects with one of these attributes have a type that NumPy's own functions preserve.
_PROTOCOLS = ("__array_ufunc__", "__array_function__", "__array_wrap__", "__array_namespace__", "__dlpack__")
_WAYS = {"astropy": "{}.to_value(unit)", "cupy": "{}.get()", "pint": "{}.magnitude", "sparse": "{}.todense()",
         "torch": "{}.numpy(force=True)"}


def is_number(value):
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _float(number):
    try:
        return float(number)
    except OverflowError:  # an int of more than 308 digits
        return np.copysign(np.inf, number > 0 or -1)


def _floats_of(value):
    """A list, or a number, with ints of more than 64 bits among its numbers: of object, if others than numbers are."""
    array = np.asarray(value)
    if array.dtype != object or not all(is_number(item) or isinstance(item, (bool, np.bool_)) for item in array.flat):
        return array
    return np.array([_float(number) for number in array.flat]).reshape(array.shape)


def coordinates_of(name, value):
    """An array of floats or doubles that C can read."""
    if type(value) is not np.ndarray:
        try:
            value = _floats_of(value) if isinstance(value, (int, list, tuple)) else np.asarray(value)
        except ValueError:
            raise ValueError(f"{name}: expected an array of numbers, got rows of different lengths") from None
    dtype = value.dtype
    if dtype.char in "fd" and dtype.isnative:
        return value
    if dtype.kind not in "biuf":
        raise TypeError(f"{name}: expected an array of numbers, got one of {dtype}")
    if dtype.kind == "f" and dtype.itemsize == 8:
        return value.astype(np.float64)  # swaps its bytes
    with np.errstate(over="ignore"):
        return value.astype(np.float32)  # rounded once, like all coordinates


def cells_of(value, dim):
    """Arrays of int64."""
    if not isinstance(value, (tuple, list)) or len(value) != dim:
        raise TypeError(f"cells: expected a tuple of {dim} arrays of whole numbers, one per axis, got {quoted(value)}")
    arrays = []
    for axis, cells in zip(AXES, value):
        try:
            array = np.asarray(cells)
        except ValueError:
            raise ValueError("cells: expected arrays of whole numbers, got rows of different lengths") from None
        if array.dtype.kind not in "iu" or array.dtype == np.uint64:
            raise TypeError(f"cells: expected whole numbers of up to 64 bits for axis {axis}, got an array of "
                            f"{array.dtype}")
        arrays.append(array.astype(np.int64, copy=False))
    return arrays


def output_of(name, array, shape):
    """A caller's array for results."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: expected a NumPy array of float32, got {quoted(array)}")
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{name}: expected an array without a mask; {name}.data is one")
    if array.dtype != FLOAT32 or not array.dtype.isnative:
        raise TypeError(f"{name}: expected an array of float32 in the machine's byte order, got {array.dtype!r}")
    if array.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}, got {array.shape}")
    if not array.flags.writeable:
        raise ValueError(f"{name}: expected an array to write to, got one that is read-only")
    if not array.flags.aligned or any(stride % 4 for stride in array.strides):
        raise ValueError(f"{name}: expected an aligned array")
    return array


def outputs_of(shape, dim, out):
    """The arrays for the value and for the derivatives along `dim` axes: new ones, or a caller's."""
    both = (shape, (dim, *shape))
    if out is None:
        return np.empty(both[0], FLOAT32), np.empty(both[1], FLOAT32)
    if not isinstance(out, (tuple, list)) or len(out) != 2:
        raise TypeError(f"out: expected two arrays, for the value and the gradient, got {quoted(out)}")
    value, slopes = (output_of(f"out[{i}]", array, wanted) for i, (array, wanted) in enumerate(zip(out, both)))
    if _isonoise.may_overlap(value, slopes):
        raise ValueError("out: expected two arrays that share no memory")
    return value, slopes


def _keep_xarray(xarray, call, coordinates):
    return xarray.apply_ufunc(call, *coordinates, dask="parallelized", output_dtypes=[np.float32])


def _keep_dask(dask_array, call, coordinates):
    return dask_array.core.elemwise(call, *coordinates, dtype=np.float32)


def _keep_pandas(pandas, call, coordinates):
    is_labelled = [isinstance(value, (pandas.Series, pandas.DataFrame)) for value in coordinates]
    labels = [value.axes for value, labelled in zip(coordinates, is_labelled) if labelled]
    results = call(*(value.to_numpy() if labelled else value for value, labelled in zip(coordinates, is_labelled)))
    same = all(len(other) == len(labels[0]) and all(a.equals(b) for a, b in zip(labels[0], other)) for other in labels)
    if not same or results.shape != tuple(map(len, labels[0])):
        raise ValueError("points: expected Series or DataFrames with the same labels; x.to_numpy() has none")
    return (pandas.Series, pandas.DataFrame)[results.ndim - 1](results, *labels[0])


# Modules, their types, and how to preserve their arrays. xarray may contain arrays of the others.
_LIBRARIES = (("xarray", ("DataArray", "Variable", "Dataset"), _keep_xarray), ("dask.array", ("Array",), _keep_dask),
              ("pandas", ("Series", "DataFrame"), _keep_pandas))


class Kind:
    """What results have to be: NumPy's arrays, masked or of a subclass, or another library's."""

    def __init__(self, coordinates, cells, options):
        """`options`: whether each is given."""
        self._coordinates = coordinates
        self.library = None
        named = list(zip(AXES, coordinates))
        if isinstance(cells, (tuple, list)):
            named += [("cells", value) for value in cells]
        for module, types, keep in _LIBRARIES:
            module = sys.modules.get(module)  # without it there are no such arrays
            types = tuple(getattr(module, name) for name in types if hasattr(module, name))
            for name, value in named:
                if not isinstance(value, types):
                    continue
                for option in (option for option, given in options.items() if given is not False):
                    raise TypeError(f"{option}: expected coordinates and cells in NumPy arrays, got a "
                                    f"{_type_name(value)} for {name}; numpy.asarray({name}) makes one")
                self.library = module, keep
                return
        self._subclass = None
        self._masked = []
        for name, value in named:
            if isinstance(value, np.ma.MaskedArray):
                self._masked.append(value)
            elif isinstance(value, np.ndarray) and type(value).__array_ufunc__ is np.ndarray.__array_ufunc__:
                if type(value) is not np.ndarray:
                    self._subclass = value
            elif not isinstance(value, np.generic) and any(hasattr(value, name) for name in _PROTOCOLS):
                way = _WAYS.get(type(value).__module__.partition(".")[0], "numpy.asarray({})").format(name)
                raise TypeError(f"{name}: expected a NumPy array or number, got a {_type_name(value)}; pass {way}")
        if self._masked and options["out"]:
            raise TypeError("out: expected coordinates without masks, since it has none")

    @property
    def is_special(self):
        return bool(self.library or self._masked or self._subclass is not None)

    def keep(self, call):
        module, keep = self.library
        return keep(module, call, self._coordinates)

    def like(self, results):
        """Gives results, or None, the mask or type of the coordinates."""
        if results is None:
            return None
        if self._masked:
            mask = functools.reduce(np.logical_or, map(np.ma.getmaskarray, self._masked))
            return np.ma.MaskedArray(results, np.broadcast_to(mask, results.shape).copy())
        if self._subclass is None or (isinstance(self._subclass, np.matrix) and results.ndim != 2):
            return results
        return self._subclass.__array_wrap__(results)


def _type_name(value):
    return f"{type(value).__module__.partition('.')[0]} {type(value).__qualname__}"
