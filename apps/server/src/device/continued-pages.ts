import type { DeviceReport } from '@platen/contract/report';
import { type AnsweredBreak, continueTotal } from '@platen/diagnosis/history/continued-total';
import { sql } from 'kysely';
import { toValue } from './readings.ts';

/** A break of one of the page counters, as `continuedBreaks` selects them. */
export interface PageBreak extends AnsweredBreak {
  /** `pages.total`, `pages.color`, `pages.black`. */
  readonly key: string;
}

/** Select item: all breaks of the page counters of device `d`, or null. */
export const pageBreaks = sql`(select json_agg(json_build_object('key', b.key, 'day', b.day, 'cause', b.cause,
    'before', b.value_before, 'after', b.value_after)) from counter_break b
  where b.device_id = d.device_id and b.key in ('pages.total', 'pages.color', 'pages.black'))`;

export interface ContinuedPages {
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
