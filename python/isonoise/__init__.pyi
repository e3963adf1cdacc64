from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Floats = NDArray[np.float32]
_Algorithm = Literal["perlin", "improved", "value", "value-two-layer", "axis", "diagonal", "slope"]
_Number = float | np.floating[Any] | np.integer[Any]
_Each = _Number | Sequence[_Number]
_EachWhole = int | Sequence[int]
_Self = TypeVar("_Self", bound="Noise")

__version__: str

def presets() -> tuple[str, ...]: ...

class Noise:
    def __init__(
        self,
        *,
        algorithm: _Algorithm = ...,
        dim: int = ...,
        seed: int = ...,
        frequency: _Number = ...,
        fade: Literal["standard", "linear", "cubic", "quintic"] = ...,
        output: Literal["signed", "unit"] = ...,
        fractal: Literal["fbm", "turbulence", "ridged", "billow", "eroded"] = ...,
        octaves: _Number = ...,
        persistence: _Number = ...,
        lacunarity: _Number = ...,
        filter_width: _Number = ...,
        period: _EachWhole = ...,
        loop: int = ...,
        warp: _Number = ...,
        flow: _Number = ...,
    ) -> None: ...
    @classmethod
    def from_preset(cls: type[_Self], preset: str | bytes | PathLike[str]) -> _Self: ...
    def replace(self: _Self, **settings: Any) -> _Self: ...
    @property
    def settings(self) -> dict[str, Any]: ...
    @property
    def dim(self) -> int: ...
    @overload
    def __call__(
        self,
        *coordinates: ArrayLike,
        cells: Sequence[ArrayLike] | None = ...,
        gradient: Literal[False] = ...,
        slope: Literal[False] = ...,
        out: _Floats | None = ...,
        threads: int = ...,
    ) -> _Floats: ...
    @overload
    def __call__(
        self,
        *coordinates: ArrayLike,
        cells: Sequence[ArrayLike] | None = ...,
        gradient: Literal[True],
        slope: Literal[False] = ...,
        out: tuple[_Floats, _Floats] | None = ...,
        threads: int = ...,
    ) -> tuple[_Floats, _Floats]: ...
    @overload
    def __call__(
        self,
        *coordinates: ArrayLike,
        cells: Sequence[ArrayLike] | None = ...,
        gradient: Literal[False] = ...,
        slope: Literal[True],
        out: tuple[_Floats, _Floats] | None = ...,
        threads: int = ...,
    ) -> tuple[_Floats, _Floats]: ...
    @overload
    def grid(
        self,
        shape: _EachWhole,
        *,
        step: _Number | None | Sequence[_Number | None] = ...,
        offset: _Each = ...,
        first: _EachWhole = ...,
        cells: _EachWhole = ...,
        per_period: int | None | Sequence[int | None] = ...,
        gradient: Literal[False] = ...,
        slope: Literal[False] = ...,
        out: _Floats | None = ...,
        threads: int = ...,
    ) -> _Floats: ...
    @overload
    def grid(
        self,
        shape: _EachWhole,
        *,
        step: _Number | None | Sequence[_Number | None] = ...,
        offset: _Each = ...,
        first: _EachWhole = ...,
        cells: _EachWhole = ...,
        per_period: int | None | Sequence[int | None] = ...,
        gradient: Literal[True],
        slope: Literal[False] = ...,
        out: tuple[_Floats, _Floats] | None = ...,
        threads: int = ...,
    ) -> tuple[_Floats, _Floats]: ...
    @overload
    def grid(
        self,
        shape: _EachWhole,
        *,
        step: _Number | None | Sequence[_Number | None] = ...,
        offset: _Each = ...,
        first: _EachWhole = ...,
        cells: _EachWhole = ...,
        per_period: int | None | Sequence[int | None] = ...,
        gradient: Literal[False] = ...,
        slope: Literal[True],
        out: tuple[_Floats, _Floats] | None = ...,
        threads: int = ...,
    ) -> tuple[_Floats, _Floats]: ...
