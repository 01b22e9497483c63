import { findFamily } from '@platen/catalogue/families/families';
import type { DeviceReport } from '@platen/contract/report';
import type { Supply, TonerColor } from '@platen/contract/report-sections';
import type { Reading } from '@platen/contract/values';
import { type AnsweredBreak, continueTotal } from '@platen/diagnosis/history/continued-total';
import type { StatedCause } from '@platen/diagnosis/meters/continue-meter';
import { type PageFacts, toStatedCause } from '@platen/diagnosis/meters/page-series';
import { sql } from 'kysely';
import { pagesPerMinute } from './model-speed.ts';

/** The value of a reading; null if it was not measured or not reported. */
export const toValue = <T>(reading: Reading<T> | undefined): T | null =>
  reading?.state === 'measured' ? reading.value : null;

/**
 * The supply shown for a toner colour: of several cartridges the emptiest measured one, which has to be
 * replaced first.
 */
export function chooseSupply(supplies: readonly Supply[], color: TonerColor): Supply | undefined {
  const all = supplies.filter((supply) => supply.tonerColor === color);
  const isGone = ({ condition }: Supply) => condition === 'empty' || condition === 'missing';
  const level = (supply: Supply) => toValue(supply.percent) ?? (isGone(supply) ? 0 : Number.POSITIVE_INFINITY);
  return all.reduce<Supply | undefined>((best, next) => (best && level(best) <= level(next) ? best : next), undefined);
}

/** PostgreSQL writes `2026-01-31T23:59:59+00:00` into JSON; the wire has UTC with a `Z`. */
export const toInstant = (text: string): string => new Date(text).toISOString();

interface Reported {
  /** Code of the family; null if the model table does not have the model. */
  readonly series: string | null;
  readonly supplies?: DeviceReport['supplies'] | undefined;
  readonly counters?: DeviceReport['counters'] | undefined;
}

/**
 * Whether a device prints black only: it has never counted a colour page, and its family prints black only
 * or, if the family is unknown, it reports toner and all of it is black. A device of an unknown family that
 * reports no toner does not count as monochrome.
 */
export function isMonochrome({ series, supplies = [], counters }: Reported): boolean {
  const colors = supplies.flatMap(({ tonerColor }) => tonerColor ?? []);
  const isColor = colors.some((color) => color !== 'black') || (toValue(counters?.color?.reading) ?? 0) > 0;
  if (isColor) return false;
  const family = findFamily(series ?? '');
  return family === undefined ? colors.length > 0 : !family.color;
}

/** A break of one of the page counters, as `continuedBreaks` selects them. */
interface PageBreak extends AnsweredBreak {
  /** `pages.total`, `pages.color`, `pages.black`. */
  readonly key: string;
}

/** What is known of the page counters of a device besides their values, as stored. */
export interface StoredPageFacts {
  readonly breaks: readonly PageBreak[] | null;
  readonly perMinute: number | null;
}

const pageBreaks = sql`(select json_agg(json_build_object('key', b.key, 'day', b.day, 'cause', b.cause,
    'before', b.value_before, 'after', b.value_after)) from counter_break b
  where b.device_id = d.device_id and b.key in ('pages.total', 'pages.color', 'pages.black'))`;

/** Select item: all breaks of the page counters of device `d`, and what its model prints a minute. */
export const pageFacts = sql<StoredPageFacts>`json_build_object('breaks', ${pageBreaks}, 'perMinute', ${pagesPerMinute})`;

/** The same, as the continuity of meters takes it. */
export function toPageFacts({ breaks, perMinute }: StoredPageFacts): PageFacts {
  const causes = new Map<string, StatedCause[]>();
  for (const { key, day, cause } of breaks ?? [])
    if (cause !== null) causes.set(key, [...(causes.get(key) ?? []), toStatedCause(day, cause)]);
  return { causes, ...(perMinute !== null && { perMinute }) };
}

interface ContinuedPages {
  readonly color: number | null;
  readonly black: number | null;
  readonly total: number | null;
  /** The cause of a break is unknown: the counter is assumed to have continued. */
  readonly isAssumed: boolean;
}

/** The page counters continued over their breaks (docs/decisions/0222); undefined if none has a break. */
export function toContinuedPages(
  counters: DeviceReport['counters'] | null | undefined,
  breaks: readonly PageBreak[] | null,
): ContinuedPages | undefined {
  if (breaks === null) return undefined;
  const continued = (kind: 'total' | 'color' | 'black') => {
    const own = toValue(counters?.[kind]?.reading);
    const found =
      own === null
        ? undefined
        : continueTotal(
            own,
            breaks.filter(({ key }) => key === `pages.${kind}`),
          );
    return { value: found?.value ?? own, found };
  };
  const kinds = { total: continued('total'), color: continued('color'), black: continued('black') };
  const found = Object.values(kinds).flatMap((one) => one.found ?? []);
  if (found.length === 0) return undefined;
  return {
    color: kinds.color.value,
    black: kinds.black.value,
    total: kinds.total.value,
    isAssumed: found.some(({ isAssumed }) => isAssumed),
  };
}
