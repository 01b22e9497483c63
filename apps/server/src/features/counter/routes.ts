import { counterChartMonths } from '@platen/contract/constants';
import type { AnswerOf } from '@platen/contract/endpoint';
import { explainBreak, readCounter } from '@platen/contract/readings';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isMonochrome, toContinuedPages, toInstant, toPageFacts, toValue } from '../../device/counters.ts';
import { lastMonths, type Period, toCountedTime } from '../../device/periods.ts';
import { readDevice } from '../../device/read-device.ts';
import { serve } from '../../kit/serve.ts';
import { readCorrections, toChangedPages } from '../../ledger/load-meters.ts';
import { uuids } from '../../store/binary-array.ts';
import {
  type Changes,
  type Pages,
  toBlackOnly,
  toBlackRises,
  toMonthlyRises,
  toPages,
  toPagesOf,
  toSum,
} from './monthly-pages.ts';
import { explainCounterBreaks } from './service.ts';
import { type BreakDay, type CounterRow, readCounterRow } from './store.ts';

/** The counter tab: pages by month, paper source and scan size. */
export function registerCounter(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readCounter, async ({ user, params, query }) => {
    const months = lastMonths(new Date(), counterChartMonths, query.timeZone ?? 'UTC');
    const cutDays = months.map(({ start }) => start.toISOString().slice(0, 10));
    const row = await readCounterRow(store, user, params.id, cutDays);
    const corrections = await readCorrections(store.db, uuids([params.id]));
    const changes = toChangedPages(corrections.get(params.id) ?? []);
    return { ...toCounter(row, months, changes), ...toCountedTime(months, query.timeZone) };
  });

  serve(app, explainBreak, async ({ user, params: { id: deviceId }, body: { day, cause } }) => {
    await readDevice(store, user, deviceId, { name: 'visible', columns: sql`1` });
    const at = new Date();
    const found = await explainCounterBreaks(store.db, user, { deviceId, day, cause, at });
    const counters = found.map(({ key, before, after }) => ({ key, before, after }));
    return { day, cause, answeredBy: user.name, answeredAt: at.toISOString(), counters };
  });
}

/**
 * Pages by month (oldest first, the last is the current one, OQ-64), by paper source and by scan size. Null:
 * the device did not report it.
 */
function toCounter(
  { series, counters, supplies, pageFacts, days, before, breaks }: CounterRow,
  months: readonly Period[],
  changes: Changes,
): AnswerOf<typeof readCounter> {
  const isMono = isMonochrome({ series, supplies: supplies ?? [], counters: counters ?? undefined });
  const toFitted = (pages: Pages): Pages => (isMono ? toBlackOnly(pages) : pages);
  const counted = [...(before ? [before] : []), ...(days ?? [])];
  const rises = toMonthlyRises(counted, months, toPageFacts(pageFacts), changes);
  const pages = rises.map(toPagesOf).map(toFitted);
  const continued = toContinuedPages(counters, pageFacts.breaks);
  const source = (name: keyof NonNullable<NonNullable<typeof counters>['paperSources']>) =>
    toValue(counters?.paperSources?.[name]?.reading);
  const fitted = (['TLCF', 'OLCF', 'O2LCF'] as const).filter((name) => counters?.paperSources?.[name] !== undefined);
  return {
    monthly: months.map(({ name: label }, n) => {
      const known = pages[n] ?? { color: null, black: null };
      const { total, ...kinds } = isMono ? toBlackRises(rises[n] ?? {}) : (rises[n] ?? {});
      const own = known.total === undefined || total === undefined ? kinds : { ...kinds, total };
      return { label, ...known, ...(Object.keys(own).length === 0 ? {} : { rises: own }) };
    }),
    summary: {
      month3: toFitted(toSum(pages.slice(-3))),
      month6: toFitted(toSum(pages)),
      total: toFitted(
        toPages(
          toValue(counters?.color?.reading),
          toValue(counters?.black?.reading),
          toValue(counters?.total?.reading),
        ),
      ),
      ...(continued === undefined
        ? {}
        : { continued: isMono ? { ...continued, color: null, black: continued.total } : continued }),
    },
    module: {
      ADF: source('ADF'),
      bypass: source('bypass'),
      CST1: source('CST1'),
      CST2: source('CST2'),
      CST3: source('CST3'),
      CST4: source('CST4'),
      LCF: source('LCF'),
      SFB: source('SFB'),
      ADU: source('ADU'),
      ...Object.fromEntries(fitted.map((name) => [name, source(name)])),
    },
    scanModule: { large: toValue(counters?.scanLarge?.reading), small: toValue(counters?.scanSmall?.reading) },
    ...(counters?.byFunction === undefined
      ? {}
      : { byFunction: counters.byFunction.map(({ reading, ...what }) => ({ ...what, count: toValue(reading) })) }),
    ...(isMono ? { isMonochrome: true as const } : {}),
    ...(breaks === null ? {} : { breaks: breaks.map(toBreak) }),
  };
}

const toBreak = ({ answeredAt, counters, ...rest }: BreakDay) => ({
  ...rest,
  answeredAt: answeredAt === null ? null : toInstant(answeredAt),
  counters: [...counters],
});
