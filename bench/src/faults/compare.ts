import { type Numbered, toErrorCode, toNumber, toPages, toTime } from './numbered-report.ts';

/** What the database holds, by device. Times are instants, days `YYYY-MM-DD` (UTC). */
export interface StoredDevice {
  serial: string | null;
  updatedAt: Date;
  /** Total pages of the newest counters section. */
  pages: number | null;
  reports: Date[];
  errors: { at: Date; code: string }[];
  counterDays: { day: string; at: Date; pages: number | null }[];
  readingDays: { day: string; at: Date | null }[];
}

export const things = ['reports', 'error events', 'counter days', 'reading days', 'newest values', 'devices'] as const;
type Thing = (typeof things)[number];

/** `unexplained`: stored, but not what the reports that are stored lead to. */
export interface Finding {
  thing: Thing;
  problem: 'lost' | 'doubled' | 'unexplained';
  where: string;
}

type Sent = ReadonlyMap<string, ReadonlyMap<number, number | undefined>>;

/**
 * Holds the final state against what the senders know. Every acknowledged report must be there once; one that
 * was sent and not acknowledged may be there once. All else must follow from the reports that are there.
 * Pure.
 */
export function compare(sent: Sent, stored: readonly StoredDevice[], start: number): Finding[] {
  const bySerial = new Map<string, StoredDevice[]>();
  for (const device of stored)
    bySerial.set(device.serial ?? '', [...(bySerial.get(device.serial ?? '') ?? []), device]);
  const unknown = [...bySerial.keys()]
    .filter((serial) => !sent.has(serial))
    .map((serial): Finding => ({ thing: 'devices', problem: 'unexplained', where: `'${serial}' was never sent` }));
  const known = [...sent].flatMap(([serial, reports]) =>
    compareDevice(serial, reports, bySerial.get(serial) ?? [], start),
  );
  return [...unknown, ...known];
}

function compareDevice(
  serial: string,
  sent: ReadonlyMap<number, number | undefined>,
  rows: readonly StoredDevice[],
  start: number,
): Finding[] {
  const found: Finding[] = [];
  const add = (thing: Thing, problem: Finding['problem'], detail: string) =>
    found.push({ thing, problem, where: `${serial} ${detail}` });
  if (rows.length > 1) add('devices', 'doubled', `${rows.length} times`);

  const times = rows.flatMap((row) => row.reports.map((time) => toNumber(time, start)));
  checkOnce(
    times,
    new Set(sent.keys()),
    (number, problem) => problem !== 'lost' && add('reports', problem, `report ${number}`),
  );
  const stored = new Set(times);
  for (const [number, faults] of sent)
    if (faults !== undefined && !stored.has(number))
      add('reports', 'lost', `report ${number}, acknowledged after ${faults} faults`);

  const errors = new Set([...stored].flatMap((number) => [number - 1, number]).filter((number) => number >= 0));
  const storedErrors = rows.flatMap((row) => row.errors);
  checkOnce(
    storedErrors.map((error) => toErrorKey(toNumber(error.at, start), error.code)),
    new Set([...errors].map((number) => toErrorKey(number, toErrorCode(number)))),
    (key, problem) => add('error events', problem, key),
  );

  const lastOfDay = toLastOfDay(stored, start);
  const days = new Set(lastOfDay.keys());
  const counterDays = rows.flatMap((row) => row.counterDays);
  const readingDays = rows.flatMap((row) => row.readingDays);
  checkOnce(
    counterDays.map((row) => row.day),
    days,
    (day, problem) => add('counter days', problem, day),
  );
  checkOnce(
    readingDays.map((row) => row.day),
    days,
    (day, problem) => add('reading days', problem, day),
  );
  for (const { day, at, pages } of counterDays)
    if (lastOfDay.has(day) && (toNumber(at, start) !== lastOfDay.get(day) || pages !== toPages(toNumber(at, start))))
      add('counter days', 'unexplained', `${day}: ${pages} pages at ${at.toISOString()}`);
  for (const { day, at } of readingDays)
    if (lastOfDay.has(day) && (at === null || toNumber(at, start) !== lastOfDay.get(day)))
      add('reading days', 'unexplained', `${day}: at ${at?.toISOString()}`);

  const newest = Math.max(...stored);
  for (const { updatedAt, pages } of rows)
    if (toNumber(updatedAt, start) !== newest || pages !== toPages(newest))
      add('newest values', 'unexplained', `${pages} pages at ${updatedAt.toISOString()}, expected report ${newest}`);
  return found;
}

/**
 * Calls back for each expected key that is missing, each key found more than once, and each found and not
 * expected.
 */
function checkOnce<Key>(
  found: readonly Key[],
  expected: ReadonlySet<Key>,
  report: (key: Key, problem: Finding['problem']) => void,
): void {
  const counts = new Map<Key, number>();
  for (const key of found) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [key, count] of counts) {
    if (!expected.has(key)) report(key, 'unexplained');
    else if (count > 1) report(key, 'doubled');
  }
  for (const key of expected) if (!counts.has(key)) report(key, 'lost');
}

const toErrorKey = (number: number, code: string) => `error ${code} of report ${number}`;

/** Day (UTC) → number of its latest report. */
function toLastOfDay(numbers: ReadonlySet<Numbered['number']>, start: number): Map<string, number> {
  const last = new Map<string, number>();
  for (const number of numbers) {
    const day = toTime(number, start).toISOString().slice(0, 10);
    last.set(day, Math.max(last.get(day) ?? number, number));
  }
  return last;
}
