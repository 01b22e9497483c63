import { significant } from '../figures/significant.ts';
import type { PastRisk } from './past-risks.ts';

/** What a chance means: points of forecast and what came, both ascending, from [0, 0] to [1, at most 1]. */
export type RiskCurve = readonly (readonly [forecast: number, came: number])[];
/** Curves by what the chances rest on; JSON. */
export type RiskCurves = Readonly<Partial<Record<string, RiskCurve>>>;

/** Chances between two of these are put together. */
const edges = [0.002, 0.005, 0.01, 0.02, 0.035, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;
/**
 * Looks that are believed before, which keep a fleet from learning too much of few pieces, each of which is
 * looked at several times: that as many fail as were forecast, in failures; and what follows for all heights
 * from how many failed, between two of the edges.
 */
const worth = { ratio: 4, height: 12 } as const;
/** Looks without which nothing is learned. */
const fewest = 5;
/** Share of the forecast that stays in what is shown, so that the order of two chances stays. */
const leastSlope = 0.02;

interface Bin {
  weight: number;
  forecast: number;
  came: number;
}

/**
 * Learns from the past risks of a fleet how often what was forecast has come, for each kind of cause, by
 * isotonic regression of what came on the forecast (pool adjacent violators; Zadrozny and Elkan 2002). Where
 * little is known of a height, its odds follow from how many failed of all that were forecast. Straight lines
 * between what was put together, and a small share of the forecast, let it rise everywhere. The order of the
 * looks does not matter.
 */
export function fitRiskCurves(pasts: readonly (readonly PastRisk[])[]): RiskCurves {
  const groups = new Map<string, Bin[]>();
  for (const { causes, came } of pasts.flat()) {
    if (came === undefined) continue;
    for (const [at, { group, chance }] of causes.entries()) {
      const bins = groups.get(group) ?? newBins();
      groups.set(group, bins);
      const bin = bins[edges.findLastIndex((edge) => chance >= edge) + 1];
      if (bin === undefined) continue;
      bin.weight += 1;
      bin.forecast += chance;
      bin.came += came[at] ?? 0;
    }
  }
  return Object.fromEntries(
    [...groups]
      .filter(([, bins]) => bins.reduce((sum, { weight }) => sum + weight, 0) >= fewest)
      .map(([group, bins]) => [group, toCurve(bins)]),
  );
}

const newBins = (): Bin[] => Array.from({ length: edges.length + 1 }, () => ({ weight: 0, forecast: 0, came: 0 }));

interface Pool {
  readonly weight: number;
  readonly came: number;
  /** Means of the forecasts of its first and last bin. */
  readonly from: number;
  readonly to: number;
}

function toCurve(bins: readonly Bin[]): RiskCurve {
  const sumOf = (of: (bin: Bin) => number) => bins.reduce((sum, bin) => sum + of(bin), 0);
  const ratio = (sumOf(({ came }) => came) + worth.ratio) / (sumOf(({ forecast }) => forecast) + worth.ratio);
  const pools: Pool[] = [];
  for (const [at, bin] of bins.entries()) {
    const middle = ((edges[at - 1] ?? 0) + (edges[at] ?? 1)) / 2;
    const believed = (ratio * middle) / (1 - middle + ratio * middle);
    const weight = bin.weight + worth.height;
    const mean = (bin.forecast + worth.height * middle) / weight;
    let pool: Pool = { weight, came: bin.came + worth.height * believed, from: mean, to: mean };
    for (let last = pools.at(-1); last && rateOf(last) >= rateOf(pool); last = pools.at(-1)) {
      pools.pop();
      pool = { weight: last.weight + pool.weight, came: last.came + pool.came, from: last.from, to: pool.to };
    }
    pools.push(pool);
  }
  const points = pools.flatMap((pool) => {
    const came = significant(rateOf(pool));
    const ends = pool.from === pool.to ? [pool.from] : [pool.from, pool.to];
    return ends.map((forecast) => [significant(forecast), came] as const);
  });
  return [[0, 0], ...points, [1, points.at(-1)?.[1] ?? 1]];
}

const rateOf = ({ weight, came }: Pool): number => came / weight;

/** A chance as the fleet's own past corrects it; it never falls with the chance. 0 stays 0. */
export function correctChance(curve: RiskCurve | undefined, chance: number): number {
  if (curve === undefined) return chance;
  const next = curve.findIndex(([forecast]) => forecast >= chance);
  const [after, before] = [curve[next] ?? curve.at(-1), curve[next - 1]];
  if (after === undefined || before === undefined) return chance;
  const share = after[0] > before[0] ? (chance - before[0]) / (after[0] - before[0]) : 1;
  return (1 - leastSlope) * (before[1] + share * (after[1] - before[1])) + leastSlope * chance;
}
