import type { AnswerOf } from '@platen/contract/endpoint';
import type { PartVerdict, Verdict } from '@platen/contract/part-verdict';
import type { readPmParts } from '@platen/contract/readings';
import { asksForVisit, compareVerdicts, verdictOf } from '@platen/diagnosis/judge/part-verdict';

type PmParts = AnswerOf<typeof readPmParts>;
type Part = PmParts['parts'][number];

/** The weeks ahead (PM-05..PM-07), in order. */
export const forecastWeeks = ['life1Week', 'life2Weeks', 'life4Weeks'] as const;
type ForecastWeek = (typeof forecastWeeks)[number];

export interface Forecast {
  readonly week: ForecastWeek;
  /** Percent of the life consumed; null: no forecast. */
  readonly value: number | null;
  /** The 80 % range; undefined where the source gives none. */
  readonly range: { readonly lower: number; readonly upper: number } | undefined;
}

export interface PartRow {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  /** The name is the code: neither the family's table nor the device has a better one. */
  readonly isCode: boolean;
  readonly verdict: PartVerdict;
  readonly lifeNow: number | null;
  readonly consumed: number | null;
  readonly forecasts: readonly Forecast[];
  readonly counter: number | null;
  readonly replacedAt: string | null;
  /** Why there is no forecast: readings known and needed; undefined where that is not the reason. */
  readonly withheld: { readonly readings: number; readonly needed: number } | undefined;
}

/**
 * The parts by their verdict, most severe first, then most consumed first; parts of which nothing is known
 * last (PM-01..PM-09, OQ-71). `nameOf` gives the family's name of a part (OQ-90).
 */
export function toPartRows(
  { threshold, parts }: PmParts,
  nameOf: (partsCode: string) => string | undefined,
): PartRow[] {
  return parts
    .map((part, index) => toRow(part, index, threshold, nameOf(part.partsCode)))
    .sort((a, b) => compareVerdicts(a.verdict.verdict, b.verdict.verdict) || (b.lifeNow ?? 0) - (a.lifeNow ?? 0));
}

function toRow(part: Part, index: number, threshold: number, familyName: string | undefined): PartRow {
  const { partsCode, basis } = part;
  const own = part.name?.trim();
  const name = familyName ?? (own === '' ? undefined : own);
  const lifeNow = part.lifeNow ?? part.consumedLife;
  const hasForecast = forecastWeeks.some((week) => part[week] !== null);
  const isWithheld = !hasForecast && basis !== undefined && basis.readings < basis.neededReadings;
  return {
    key: `${partsCode} ${index}`,
    code: partsCode,
    name: name ?? partsCode,
    isCode: name === undefined,
    verdict: verdictOf(part, threshold),
    lifeNow,
    consumed: part.consumedLife ?? lifeNow,
    forecasts: forecastWeeks.map((week) => ({ week, value: part[week], range: part.ranges?.[week] ?? undefined })),
    counter: part.counter,
    replacedAt: part.replacedAt ?? null,
    withheld: isWithheld ? { readings: basis.readings, needed: basis.neededReadings } : undefined,
  };
}

/** Parts that a visit sees to, parts to watch, and parts of which nothing is known. */
export function countVerdicts(rows: readonly PartRow[]) {
  const count = (is: (verdict: Verdict) => boolean) => rows.filter(({ verdict }) => is(verdict.verdict)).length;
  return {
    asks: count(asksForVisit),
    due: count((verdict) => verdict === 'due'),
    watch: count((verdict) => verdict === 'watch'),
    unknown: count((verdict) => verdict === 'unknown'),
  };
}

/**
 * End of the one scale that all bars are drawn on, in percent: a fifth beyond the threshold, further where a
 * part is. Twice the threshold at most: one part run far over would flatten all others.
 */
export function toScale(rows: readonly PartRow[], threshold: number): number {
  const most = Math.max(...rows.flatMap(({ lifeNow, forecasts }) => [lifeNow ?? 0, forecasts.at(-1)?.value ?? 0]), 0);
  const wanted = Math.max(threshold * 1.2, most);
  return Math.min(threshold * 2, Math.ceil(wanted / 20) * 20);
}

/** Outward, so that the range shown holds the one computed. */
export const toWholeRange = ({ lower, upper }: { lower: number; upper: number }) => ({
  lower: Math.floor(lower),
  upper: Math.ceil(upper),
});
