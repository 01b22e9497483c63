import { counterChartMonths } from '@platen/contract/constants';
import { explainBreak, readCounter } from '@platen/contract/history';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { lastMonths, toCountedTime } from '../../device/periods.ts';
import { readDevice } from '../../device/read-device.ts';
import { serve } from '../../kit/serve.ts';
import { explainCounterBreaks } from './service.ts';
import { readCounterRow } from './store.ts';
import { toCounter } from './to-counter.ts';

/** The counter tab: pages by month, paper source and scan size. */
export function registerCounter(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readCounter, async ({ user, params, query }) => {
    const months = lastMonths(new Date(), counterChartMonths, query.timeZone ?? 'UTC');
    const cutDays = months.map(({ start }) => start.toISOString().slice(0, 10));
    const row = await readCounterRow(store, user, params.id, cutDays);
    return { ...toCounter(row, months), ...toCountedTime(months, query.timeZone) };
  });

  serve(app, explainBreak, async ({ user, params: { id: deviceId }, body: { day, cause } }) => {
    await readDevice(store, user, deviceId, { name: 'visible', columns: sql`1` });
    const at = new Date();
    const found = await explainCounterBreaks(store.db, user, { deviceId, day, cause, at });
    const counters = found.map(({ key, before, after }) => ({ key, before, after }));
    return { day, cause, answeredBy: user.name, answeredAt: at.toISOString(), counters };
  });
}
