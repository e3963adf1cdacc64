"""Like typed.py, for xarray's arrays."""

from typing import assert_type

import numpy as np
import xarray as xr

import isonoise

x = xr.DataArray(np.linspace(0, 1, 5), dims="x")
y = xr.DataArray(np.linspace(0, 1, 3), dims="y")
assert type(assert_type(isonoise.Noise()(x, y), xr.DataArray)) is xr.DataArray
