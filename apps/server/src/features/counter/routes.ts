import { counterChartMonths } from '@platen/contract/constants';
import { explainBreak, readCounter } from '@platen/contract/history';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/refusal.ts';
import { lastMonths, toCountedTime } from '../../device/periods.ts';
import { readDevice } from '../../device/read-device.ts';
import { requireRight } from '../../identity/rights.ts';
import { serve } from '../../kit/serve.ts';
import { recordChange } from '../../store/audit.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { clearBreakHint, explainDay } from './breaks.ts';
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
    await readDevice(store, user, deviceId, { name: 'visible', columns: '1' });
    requireRight(user, 'explainCounterBreaks');
    const at = new Date();
    const actor = user.subject;
    const found = await inTransaction(store.db, async (trx) => {
      const broken = await explainDay(trx, { deviceId, day, cause, actor, at });
      if (broken.length === 0) throw new Refusal(202001, `day: no counter fell or leapt on ${day}`);
      await clearBreakHint(trx, deviceId);
      const detail = { day, before: broken.map(({ key, told }) => ({ key, cause: told })), after: cause };
      await recordChange(trx, { actor, action: 'breaks explain', subject: `device:${deviceId}`, detail });
      return broken;
    });
    const counters = found.map(({ key, before, after }) => ({ key, before, after }));
    return { day, cause, answeredBy: user.name, answeredAt: at.toISOString(), counters };
  });
}
