from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Floats = NDArray[np.float32]
_Algorithm = Literal["perlin", "improved", "value", "value-two-layer", "axis", "diagonal", "slope"]
_Number = float | np.floating[Any] | np.integer[Any]
_Each = _Number | Sequence[_Number]
_EachWhole = int | Sequence[int]
_Self = TypeVar("_Self", bound="Noise")

class _Pandas(Protocol):  # and xarray
    def to_numpy(self) -> Any: ...

class _Dask(Protocol):
    def compute(self) -> Any: ...

_Kept = TypeVar("_Kept", bound=_Pandas | _Dask)

__all__ = ["Function", "Noise", "presets"]

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
    def __call__(  # type: ignore
        self,
        *coordinates: _Number,
        cells: Sequence[int | np.integer[Any]] | None = ...,
        gradient: Literal[False] = ...,
        slope: Literal[False] = ...,
        out: None = ...,
        threads: int = ...,
    ) -> float: ...
    @overload
    def __call__(  # type: ignore
        self,
        *coordinates: _Number,
        cells: Sequence[int | np.integer[Any]] | None = ...,
        gradient: Literal[True],
        slope: Literal[False] = ...,
        out: None = ...,
        threads: int = ...,
    ) -> tuple[float, _Floats]: ...
    @overload
    def __call__(  # type: ignore
        self,
        *coordinates: _Number,
        cells: Sequence[int | np.integer[Any]] | None = ...,
        gradient: Literal[False] = ...,
        slope: Literal[True],
        out: None = ...,
        threads: int = ...,
    ) -> tuple[float, _Floats]: ...
    @overload
    def __call__(self, x: _Kept, /, *others: Any, threads: int = ...) -> _Kept: ...
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

_Value = bool | np.bool_ | _Number | Sequence[bool | np.bool_ | _Number] | NDArray[Any]
_SelfFunction = TypeVar("_SelfFunction", bound="Function")

class Function:
    def __init__(self, file: str | bytes | PathLike[str], /, **parameters: _Value) -> None: ...
    @classmethod
    def from_text(
        cls: type[_SelfFunction],
        text: str | bytes,
        /,
        name: str | bytes = ...,
        includes: Mapping[str, str | bytes] | None = ...,
        **parameters: _Value,
    ) -> _SelfFunction: ...
    @property
    def dim(self) -> int: ...
    @property
    def channels(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def parameters(self) -> dict[str, Any]: ...
    @property
    def ranges(self) -> dict[str, tuple[float, float] | None]: ...
    @property
    def about(self) -> dict[str, str]: ...
    def proved_range(self, channel: int = ...) -> tuple[float, float] | None: ...
    def replace(self: _SelfFunction, /, **parameters: _Value) -> _SelfFunction: ...
    @overload
    def __call__(self, x: _Kept, /, *others: Any, threads: int = ...) -> _Kept: ...
    @overload
    def __call__(
        self,
        *coordinates: ArrayLike,
        cells: Sequence[ArrayLike] | None = ...,
        gradient: Literal[True],
        out: Sequence[_Floats] | None = ...,
        threads: int = ...,
    ) -> tuple[Any, _Floats]: ...
    @overload
    def __call__(
        self,
        *coordinates: ArrayLike,
        cells: Sequence[ArrayLike] | None = ...,
        gradient: Literal[False] = ...,
        out: _Floats | None = ...,
        threads: int = ...,
    ) -> Any: ...
    @overload
    def grid(
        self,
        shape: _EachWhole,
        *,
        step: _Each = ...,
        offset: _Each = ...,
        first: _EachWhole = ...,
        gradient: Literal[False] = ...,
        out: _Floats | None = ...,
        threads: int = ...,
    ) -> _Floats: ...
    @overload
    def grid(
        self,
        shape: _EachWhole,
        *,
        step: _Each = ...,
        offset: _Each = ...,
        first: _EachWhole = ...,
        gradient: Literal[True],
        out: Sequence[_Floats] | None = ...,
        threads: int = ...,
    ) -> tuple[_Floats, _Floats]: ...
