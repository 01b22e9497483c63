import type { CodeChangesAnswer } from '@platen/contract/code-history';
import { mostHistoryDays, usualHistoryDays } from '@platen/contract/code-history-names';
import { dayMs } from '@platen/contract/constants';
import { isNewWithFirmware } from '@platen/diagnosis/code-history/change-context';
import { type CodeChange, toCodeSpans } from '@platen/diagnosis/code-history/code-spans';
import { levelOf, modeOf } from '@platen/diagnosis/code-history/model-values';
import { toResets } from '@platen/diagnosis/code-history/settings-reset';
import { sql } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { readDevice } from '../../../device/read-device.ts';
import { loadDevicePast, loadPlannedVisits } from '../../../history/code-history/load-past.ts';
import { loadCodeReadings, mostReadings } from '../../../history/code-history/load-readings.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { loadNotes } from './notes.ts';
import { toContexts, toExplained, toInstant, toSpan, toStep, toVisit } from './to-entry.ts';
import { readModelValues, type Store } from './values.ts';

export interface HistoryDevice {
  readonly family: string | null;
  readonly serial: string | null;
  /** First and last instant at which codes were read; null: never. */
  readonly first: string | null;
  readonly last: string | null;
}

/** The device, if the user may see it. */
export const readHistoryDevice = (store: Store, user: SignedInUser, deviceId: string): Promise<HistoryDevice> =>
  readDevice<HistoryDevice>(store, user, deviceId, {
    name: 'code-history',
    columns: sql`d.series as family, d.serial,
      (select least(
        (select codes_at from reading_day r where r.device_id = d.device_id and codes_at is not null order by day limit 1),
        (select min(read_at) from section_reading s where s.device_id = d.device_id and s.section = 'codes'))) as first,
      (select codes_at from reading_day r where r.device_id = d.device_id and codes_at is not null
        order by day desc limit 1) as last`,
  });

const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The days asked for; refuses 202001 what is no span of at most 400 days. */
function toDays({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const end = to ?? toDay(now.getTime());
  const begin = from ?? toDay(startOf(end) - (usualHistoryDays - 1) * dayMs);
  const days = (startOf(end) - startOf(begin)) / dayMs + 1;
  if (days < 1) throw new Refusal(202001, 'from: after the day in to');
  if (days > mostHistoryDays) throw new Refusal(202001, `from: at most ${mostHistoryDays} days up to the day in to`);
  return { from: begin, to: end, since: startOf(begin), until: startOf(end) + dayMs };
}

/** What changed of a device's codes on these days, and what else happened to it (CH-02, CH-05, CH-13). */
export async function readChanges(
  store: Store,
  user: SignedInUser,
  deviceId: string,
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<CodeChangesAnswer> {
  const device = await readHistoryDevice(store, user, deviceId);
  const { from, to, since, until } = toDays(query, now);
  const { db } = store;
  const begin = new Date(since);
  const readings = (await loadCodeReadings(db, [deviceId], begin)).get(deviceId) ?? [];
  const newest = readings.at(-1);
  const values = await readModelValues(store, user, deviceId, newest?.codes.size ?? 0);
  const past = await loadDevicePast(db, deviceId, begin);
  const notes = await loadNotes(db, deviceId);
  const adjusting = await loadAdjustingOf(store, device.family);
  const isAdjusting = new Set(adjusting.map(({ code }) => code));
  const isWithin = ({ lastBefore, firstAfter }: { lastBefore: number; firstAfter: number }) =>
    lastBefore < until && firstAfter >= since;
  const spans = toCodeSpans(readings.filter(({ at }) => at < until));
  const changes = spans.changes.filter(isWithin);
  const [own, selfAdjusting] = [
    changes.filter(({ code }) => !isAdjusting.has(code)),
    changes.filter(({ code }) => isAdjusting.has(code)),
  ];
  const { resets, others } = toResets(own, values, newest?.codes.size ?? 0);
  const toEntry = (change: CodeChange) => ({
    code: change.code,
    before: change.before,
    after: change.after,
    ...toSpan(change),
    by: toStep(change.before, change.after),
    mode: modeOf(change.code, values),
    level: levelOf(change.code, change.after, values),
    isAdjusting: isAdjusting.has(change.code),
    ...toExplained(change.code, change, past, notes),
  });
  return {
    from,
    to,
    family: device.family,
    firstAt: device.first === null ? null : new Date(device.first).toISOString(),
    newestAt: device.last === null ? null : new Date(device.last).toISOString(),
    codes: newest?.codes.size ?? 0,
    cutBefore: readings.length < mostReadings || readings[0] === undefined ? null : toInstant(readings[0].at),
    changes: [...others, ...selfAdjusting].sort((a, b) => a.firstAfter - b.firstAfter).map(toEntry),
    resets: resets.map((reset) => ({
      ...toSpan(reset),
      contexts: toContexts(reset, past),
      codes: reset.changes.map(({ code, before, after }) => ({ code, before, after })),
    })),
    appeared: spans.appeared.filter(isWithin).map(({ code, after, ...span }) => ({
      code,
      after,
      ...toSpan(span),
      isWithFirmware: isNewWithFirmware(span, past.firmware),
    })),
    firmware: past.firmware.filter(isWithin).map(({ before, after, ...span }) => ({ before, after, ...toSpan(span) })),
    visits: past.visits.filter(({ arrivedAt }) => arrivedAt < until).map(toVisit),
    planned: await loadPlannedVisits(db, deviceId),
    silentDays: await readSilentDays(store, deviceId, {
      from,
      to: to < toDay(now.getTime()) ? to : toDay(now.getTime()),
    }),
    adjusting,
  };
}

async function loadAdjustingOf({ db }: Store, family: string | null): Promise<CodeChangesAnswer['adjusting']> {
  const { rows } = await sql<CodeChangesAnswer['adjusting'][number]>`
    select code, days, changed, devices from code_adjusting where family = ${family ?? ''} order by code`.execute(db);
  return rows;
}

/** Days of a span on which nothing was reported, since the first report of the device. */
async function readSilentDays(
  { db }: Store,
  deviceId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date as day from generate_series(
        greatest(${from}::date, (select min(day) from reading_day where device_id = ${deviceId})), ${to}::date, interval '1 day') as day
    where not exists (select from reading_day r where r.device_id = ${deviceId} and r.day = day.day::date) order by 1`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}
