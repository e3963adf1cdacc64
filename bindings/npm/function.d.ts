import type { Grid, Slopes } from "./index.js";

/** A parameter: a `uniform` of the text. */
export interface Parameter {
  name: string;
  kind: "float" | "int" | "uint" | "bool";
  /** The number of components; default and value are arrays if there are several. */
  size: number;
  default: number | boolean | number[] | boolean[];
  value: number | boolean | number[] | boolean[];
  /** The range that the comment on its line gives. */
  least?: number;
  greatest?: number;
  /** The meaning that the comment gives. */
  about: string;
}
export type Parameters = Record<string, number | boolean | readonly (number | boolean)[]>;
/** A function of your own: the bits that its text has in shaders. */
export interface NoiseFunction<Value extends number | number[] = number> {
  /** The number of coordinates of a point. */
  readonly dim: number;
  /** How many numbers it returns. */
  readonly channels: number;
  readonly parameters: Parameter[];
  /** Sets parameters: all that are given, or none if one is wrong, which throws RangeError or TypeError. */
  set(parameters: Parameters): this;
  /** The least and the greatest value that a channel may have at any point within 2^60 of the origin, with these
   * parameters: proved, so that they may be wider than the values that occur. null if no bounds are found, since values
   * may be NaN or infinite, or grow with the point. */
  provedRange(channel?: number): [number, number] | null;
  /** The value at a point; several channels are an array. Many points at once are far faster. */
  at(...point: number[]): Value;
  /** The value; also writes its derivatives to the last argument, an array. Throws TypeError, with the place, if a
   * derivative is not known. */
  gradient(...pointAndGradient: [...number[], { [component: number]: number }]): number;
  /** The same in worlds of any size: whole cells within 2^53, one per axis, then as many fractions from 0 to 1. Throws
   * TypeError, with the place, if the text sets its point. */
  atCell(...cellsAndFractions: number[]): Value;
  gradientCell(...cellsFractionsAndGradient: [...number[], { [component: number]: number }]): number;
  /** The values of a grid, x running fastest; several channels lie side by side. Where floats are coarser than the steps,
   * it goes on at cells. `out`, such as an earlier result of as
   * many points, is filled and given back: faster than new arrays. */
  grid(grid: Grid & { gradient?: false; out?: Float32Array }): Float32Array;
  grid(grid: Grid & { gradient: true; out?: Slopes }): Slopes;
  /** The values at points: one list of coordinates per axis. Results and `out` as for `grid`. With `cells`, lists of whole
   * numbers, the coordinates are fractions as for `atCell`. */
  points(coordinates: ArrayLike<number>[],
    options?: { gradient?: false; out?: Float32Array; cells?: ArrayLike<number>[] }): Float32Array;
  points(coordinates: ArrayLike<number>[],
    options: { gradient: true; out?: Slopes; cells?: ArrayLike<number>[] }): Slopes;
}
/** Creates a function from its text in GLSL, with these parameters. Loads the WebAssembly library on the first call.
 * Messages call the text `name`; `includes` maps the names in its #include lines to their texts. Throws SyntaxError,
 * with the place, on a wrong text. `Value` is number[] if the text returns a vector. */
export declare function createFunction<Value extends number | number[] = number>(text: string, parameters?: Parameters,
  options?: { name?: string; includes?: Record<string, string> }): Promise<NoiseFunction<Value>>;
