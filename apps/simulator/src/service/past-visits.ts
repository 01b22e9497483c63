import { existsSync, readFileSync } from 'node:fs';
import { type Day, toDate, toDay } from '../fleet/calendar.ts';
import { Random } from '../fleet/random.ts';

/** What of the truth of a fleet is about visits: lines of its file (`TruthEvent`). */
interface PastVisit {
  readonly serial: string;
  readonly day: string;
  readonly reasons: readonly string[];
}

interface Asked {
  /** Visits from this day on are made by the people themselves. */
  readonly before: Day;
  readonly technicians: readonly string[];
  readonly seed: string;
}

/** Shares of the visits: with a part recorded that was not put in; a first visit without the part. */
const mistakes = { wrongPart: 0.06, withoutPart: 0.1 };
/** A fuser belt: what people replace where they do not know better. */
const wrongPart = '6342';

/**
 * The visits of a fleet's past as a file to import (VR-10), from the file of its truth: what was replaced on
 * each, by whom, with the mistakes of people. Undefined: there is no such file, or no visit in it.
 */
export function toPastVisits(file: string, { before, technicians, seed }: Asked): string | undefined {
  if (file === '' || !existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1).map(parse);
  const replaced = new Map<string, string[]>();
  for (const line of lines)
    if (line['kind'] === 'part' && typeof line['replaced'] === 'string' && typeof line['part'] === 'string') {
      const key = `${String(line['serial'])} ${line['replaced']}`;
      replaced.set(key, [...(replaced.get(key) ?? []), line['part']]);
    }
  const visits = lines.flatMap(toVisit).filter(({ day }) => day < toDate(before));
  const rows = visits.flatMap(({ serial, day, reasons }) => {
    const random = new Random(seed, 'past visit', serial, day);
    const technician = technicians.length === 0 ? '' : random.pick(technicians);
    const parts = replaced.get(`${serial} ${day}`) ?? [];
    const kind = reasons.some((reason) => reason !== 'plan') ? 'repair' : 'maintenance';
    const named = random.is(mistakes.wrongPart) ? [...parts, wrongPart] : parts;
    const row = (on: string, result: string, items: readonly string[]) =>
      [serial, on, technician, kind, result, [...new Set(items)].join(' ')].join(',');
    const result = named.length > 0 || !reasons.includes('call') ? 'fixed' : 'noFaultFound';
    const isSecond = kind === 'repair' && parts.length > 0 && random.is(mistakes.withoutPart);
    const former = toDate(toDay(Date.parse(`${day}T00:00:00Z`)) - 3);
    return [...(isSecond ? [row(former, 'partsMissing', [])] : []), row(day, result, named)];
  });
  return rows.length === 0 ? undefined : ['serial,day,technician,kind,result,parts', ...rows].join('\n');
}

function parse(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function toVisit({ kind, serial, day, reasons }: Readonly<Record<string, unknown>>): PastVisit[] {
  return kind === 'visit' && typeof serial === 'string' && typeof day === 'string' && Array.isArray(reasons)
    ? [{ serial, day, reasons: reasons.map(String) }]
    : [];
}
