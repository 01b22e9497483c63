import { errorCountDays, errorHistoryDays, errorTrendMonths } from '@platen/contract/constants';
import { readErrorLogs, readErrorTrend, readJams } from '@platen/contract/history';
import type { FastifyInstance } from 'fastify';
import { dayMs } from '../../base/time.ts';
import { lastDays, lastMonths, toCountedTime } from '../../device/periods.ts';
import { serve } from '../../kit/serve.ts';
import { readErrorCounts, readErrorLog } from './store.ts';
import { toErrorLogs, toJams, toTrend } from './to-errors.ts';

/** The error tab: errors a day, the log and the trend by month. */
export function registerErrors(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readJams, async ({ user, params, query }) => {
    const days = lastDays(new Date(), errorCountDays, query.timeZone ?? 'UTC');
    const counts = await readErrorCounts(store, user, params.id, days);
    return { ...toJams(counts, days), ...toCountedTime(days, query.timeZone) };
  });
  serve(app, readErrorTrend, async ({ user, params, query }) => {
    const months = lastMonths(new Date(), Math.max(...errorTrendMonths), query.timeZone ?? 'UTC');
    const counts = await readErrorCounts(store, user, params.id, months);
    return { ...toTrend(counts, months), ...toCountedTime(months, query.timeZone) };
  });
  serve(app, readErrorLogs, async ({ user, params }) => {
    const now = Date.now();
    // A clock may be ahead of ours: what is dated up to a day later is included.
    const [from, to] = [new Date(now - errorHistoryDays * dayMs), new Date(now + dayMs)];
    const { errors } = await readErrorLog(store, user, params.id, from, to);
    return toErrorLogs(errors ?? []);
  });
}
