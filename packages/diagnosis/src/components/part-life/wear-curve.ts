import { shrink, varianceBetween } from '../../statistics/shrinkage.ts';

/** How a sensor moves over the life of a part, in the sensor's unit; JSON. */
export interface WearCurve {
  /** Mean reading of a new part, and how far devices lie from it (standard deviation). */
  readonly start: number;
  readonly startSd: number;
  /** Change since new at each twentieth of the life, from 0 to the end; beyond it goes on straight. */
  readonly moves: readonly number[];
  /** Standard deviation of a week's median around the curve. */
  readonly noise: number;
  /** Failed parts that it was learned from. */
  readonly lives: number;
}

/** A part that failed, with what its sensor showed: wear as a share of the whole life. */
export interface WornTrack {
  readonly points: readonly { readonly share: number; readonly value: number }[];
}

/** Points at which the curve of a life is stored. */
const pieces = 20;
const fewest = 3;
const rounds = 8;
/** Failed parts of its own that a family needs to be believed as much as what is common to all. */
const commonWorth = 4;
/** Weight of "the curve bends little", against one reading. */
const smoothness = 0.02;

/** Change since new at a share of the life (0 to 1; beyond it straight on). */
export function moveAt(moves: readonly number[], share: number): number {
  const place = Math.max(0, share) * pieces;
  const low = Math.min(Math.floor(place), pieces - 1);
  const from = moves[low] ?? 0;
  return from + ((moves[low + 1] ?? from) - from) * (place - low);
}

/**
 * What a sensor is expected to read at a share of the life, and how much of the device's own offset then
 * shows (1: all).
 */
interface Expected {
  readonly value: number;
  readonly loading: number;
}

/**
 * The curve at a share of the life. Where every part ends at the same reading (0250), it is the way from the
 * start to that limit, and a device's own offset fades on it: the limit is met at the end of the life
 * whatever the start was.
 * @param limit reading at which a part is worn out; undefined: each device ends at its own
 */
export function expectedAt(
  { start, moves }: Pick<WearCurve, 'start' | 'moves'>,
  share: number,
  limit: number | undefined,
): Expected {
  const move = moveAt(moves, share);
  const whole = moveAt(moves, 1);
  if (limit === undefined || whole === 0) return { value: start + move, loading: 1 };
  const left = 1 - move / whole;
  return { value: limit + (start - limit) * left, loading: Math.max(-1, Math.min(1, left)) };
}

/**
 * Learns the curve from failed parts: start and moves by least squares with a penalty on bends, and the
 * offset of each device as a random effect, in turn, each given the other (Laird and Ware 1982); then all is
 * drawn towards what is common to all. Undefined with fewer than 3 failed parts and nothing common.
 * @param limit reading at which every part is worn out, as in `expectedAt`
 */
export function fitWearCurve(
  tracks: readonly WornTrack[],
  common: WearCurve | undefined,
  limit?: number,
): WearCurve | undefined {
  const used = tracks.filter(({ points }) => points.length >= 3);
  if (used.length < fewest) return common;
  let offsets: readonly number[] = used.map(() => 0);
  let [start, between, noise] = [0, 0, 0];
  let moves: readonly number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = { start, moves };
    const loadingOf = (share: number) => (before.moves.length > 0 ? expectedAt(before, share, limit).loading : 1);
    [start, moves] = solveCurve(used, (at, share) => (offsets[at] ?? 0) * loadingOf(share));
    const curve = { start, moves };
    const fitted = used.map(({ points }) => {
      const residuals = points.map(({ share, value }) => {
        const expected = expectedAt(curve, share, limit);
        return { loading: expected.loading, off: value - expected.value };
      });
      const worth = Math.max(
        residuals.reduce((sum, { loading }) => sum + loading ** 2, 0),
        1e-6,
      );
      return { residuals, worth, offset: residuals.reduce((sum, { loading, off }) => sum + loading * off, 0) / worth };
    });
    const squares = fitted.flatMap(({ residuals, offset }) =>
      residuals.map(({ loading, off }) => (off - loading * offset) ** 2),
    );
    noise = Math.sqrt(Math.max(mean(squares), 1e-12));
    between = varianceBetween(fitted.map(({ offset, worth }) => ({ value: offset, variance: noise ** 2 / worth })));
    offsets = fitted.map(({ offset, worth }) => offset * (between / (between + noise ** 2 / worth)));
  }
  const sd = (one: number, other: number | undefined) =>
    Math.sqrt(shrink(one, used.length, other && other ** 2, commonWorth));
  return {
    start,
    startSd: sd(between, common?.startSd),
    moves: moves.map((move, at) => shrink(move, used.length, common?.moves[at], commonWorth)),
    noise: sd(noise ** 2, common?.noise),
    lives: used.length,
  };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Penalised least squares for the start and the moves at the twentieths; the move at 0 is 0. */
function solveCurve(
  tracks: readonly WornTrack[],
  offsetOf: (track: number, share: number) => number,
): [start: number, moves: readonly number[]] {
  // Unknown 0 is the start, unknown k the move at k twentieths.
  const size = pieces + 1;
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1));
  const add = (terms: readonly (readonly [unknown: number, factor: number])[], target: number, weight: number) => {
    for (const [unknown, one] of terms) {
      const row = matrix[unknown];
      if (row === undefined) continue;
      for (const [other, two] of terms) row[other] = (row[other] ?? 0) + weight * one * two;
      row[size] = (row[size] ?? 0) + weight * one * target;
    }
  };
  let readings = 0;
  for (const [at, { points }] of tracks.entries())
    for (const { share, value } of points) {
      const place = Math.max(0, share) * pieces;
      const low = Math.min(Math.floor(place), pieces - 1);
      readings++;
      const high = [low + 1, place - low] as const;
      const terms = low === 0 ? [high] : [[low, 1 - (place - low)] as const, high];
      add([[0, 1], ...terms], value - offsetOf(at, share), 1);
    }
  const stiffness = (smoothness * readings) / pieces;
  for (let knot = 1; knot < pieces; knot++) {
    const middle = [[knot, -2] as const, [knot + 1, 1] as const];
    add(knot === 1 ? middle : [[knot - 1, 1], ...middle], 0, stiffness);
  }
  const [start = 0, ...moves] = solve(matrix);
  return [start, [0, ...moves]];
}

/** Gaussian elimination of a small positive definite system whose last column is the right side. */
function solve(matrix: readonly Float64Array[]): number[] {
  const size = matrix.length;
  for (const [at, pivot] of matrix.entries())
    for (const row of matrix.slice(at + 1)) {
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column <= size; column++) row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  const found: number[] = Array.from({ length: size }, () => 0);
  for (let at = size - 1; at >= 0; at--) {
    const row = matrix[at];
    let sum = row?.[size] ?? 0;
    for (let column = at + 1; column < size; column++) sum -= (row?.[column] ?? 0) * (found[column] ?? 0);
    found[at] = sum / (row?.[at] ?? 1);
  }
  return found;
}
