export * from "./perlin1.js";
export * from "./perlin2.js";
export * from "./perlin3.js";
export * from "./perlin4.js";

/** The settings of a noise; docs and ranges: `isonoise bake --help`. */
export interface Settings {
  algorithm?: "perlin" | "improved" | "value" | "value-two-layer" | "axis" | "diagonal" | "slope";
  /** Dimensions, 1 to 4; 2 unless set. */
  dim?: number;
  seed?: number;
  /** Cells per unit of coordinate. */
  frequency?: number;
  fade?: "standard" | "linear" | "cubic" | "quintic";
  output?: "signed" | "unit";
  fractal?: "fbm" | "turbulence" | "ridged" | "billow" | "eroded";
  octaves?: number;
  persistence?: number;
  lacunarity?: number;
  "filter-width"?: number;
  /** Period in cells, one count per axis; 0 is none. */
  period?: number[];
  loop?: number;
  warp?: number;
  flow?: number;
}
/** A preset file of isonoise's viewer. Only its settings are used, completed by its scene's defaults. */
export interface Preset {
  schema: number;
  [setting: string]: unknown;
}
export interface Grid {
  /** Points along each axis. */
  size: number | number[];
  /** Distance between points, in units of coordinate. A single number applies to all axes. */
  step: number | number[];
  /** The coordinate of point 0; 0 unless set. All points lie less than 2^52 cells from 0. */
  offset?: number | number[];
  /** The first point along each axis: part of a larger grid has the bits of the whole. */
  first?: number | number[];
}
/** Values, and the derivatives along each axis. */
export interface Slopes {
  values: Float32Array;
  gradient: Float32Array[];
}
/** One number per axis: `at(x, y, z)` for 3D noise. Cells are 32-bit integers, followed by their fractions. */
export interface Noise {
  readonly dim: number;
  at(...point: number[]): number;
  atCell(...cellsAndFractions: number[]): number;
  /** Noise; also writes its derivatives (for fractal eroded: its slope) to the last argument, an array. */
  gradient(...pointAndGradient: [...number[], { [component: number]: number }]): number;
  gradientCell(...cellsFractionsAndGradient: [...number[], { [component: number]: number }]): number;
  /** The values of a grid, x running fastest. `out`, such as an earlier result of as many points, is filled and given
   * back: faster than new arrays. */
  grid(grid: Grid & { gradient?: false; out?: Float32Array }): Float32Array;
  grid(grid: Grid & { gradient: true; out?: Slopes }): Slopes;
  /** The values at points: one list of coordinates per axis. `out` as for `grid`. */
  points(coordinates: ArrayLike<number>[], options?: { gradient?: false; out?: Float32Array }): Float32Array;
  points(coordinates: ArrayLike<number>[], options: { gradient: true; out?: Slopes }): Slopes;
}
/** Loads the WebAssembly library on the first call. Throws RangeError or TypeError on invalid settings. */
export declare function noise(settings: Settings | Preset): Promise<Noise>;

/** GLSL: WebGL2, three.js, OpenGL, Vulkan. */
export * as glsl from "./glsl.js";
/** WGSL: WebGPU. */
export * as wgsl from "./wgsl.js";
