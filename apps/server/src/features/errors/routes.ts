import { errorCountDays, errorHistoryDays, errorTrendMonths } from '@platen/contract/constants';
import { readErrorLogs, readErrorTrend, readJams } from '@platen/contract/history';
import type { FastifyInstance } from 'fastify';
import { lastDays, lastMonths, toDayText } from '../../device/days.ts';
import { serve } from '../../http/serve.ts';
import { readErrorCounts, readErrorLog } from './store.ts';
import { toErrorLogs, toJams, toTrend } from './to-errors.ts';

const dayMs = 86_400_000;

/** The error tab: errors a day, the log and the trend by month. */
export function registerErrors(app: FastifyInstance): void {
  const { store } = app.platform;
  serve(app, readJams, async ({ user, params }) => {
    const days = lastDays(new Date(), errorCountDays);
    const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
    return toJams(await readErrorCounts(store, user, params.id, 'day', range), days);
  });
  serve(app, readErrorTrend, async ({ user, params }) => {
    const now = new Date();
    const months = lastMonths(now, Math.max(...errorTrendMonths));
    const range = { from: `${months[0]}-01`, to: toDayText(now) };
    return toTrend(await readErrorCounts(store, user, params.id, 'month', range), months);
  });
  serve(app, readErrorLogs, async ({ user, params }) => {
    const now = Date.now();
    // A clock may be ahead of ours: what is dated up to a day later is told too, as in the profile's counts.
    const [from, to] = [new Date(now - errorHistoryDays * dayMs), new Date(now + dayMs)];
    const { errors } = await readErrorLog(store, user, params.id, from, to);
    return toErrorLogs(errors ?? []);
  });
}
