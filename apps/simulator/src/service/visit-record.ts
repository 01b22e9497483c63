import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { type Day, toDate, toDay } from '../fleet/calendar.ts';
import type { ServiceDay, SetCode } from '../fleet/visits.ts';

interface Line {
  /** The day on which the device lives on with the parts, `YYYY-MM-DD`. */
  readonly day: string;
  /** Number of the device in its fleet; null: the people began to serve the fleet. */
  readonly device: number | null;
  readonly putIn: readonly string[];
  /** Left out: no code was set. */
  readonly set?: readonly SetCode[];
}

/** What one device is given on a day; undefined: not served by people, parts are replaced by its rules. */
export type ServiceOf = (day: Day) => ServiceDay | undefined;

/**
 * A file of the visits to a fleet, one JSON object a line: the fleet lives on with what was put in, and does
 * so again when it is simulated again. A file of an interrupted write ends with half a line, which counts for
 * nothing.
 */
export class VisitRecord {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * From this day on the fleet is served by people; the first beginning of a file counts. Cuts off what an
   * interrupted write left, which would join the next line.
   */
  begin(day: Day): void {
    if (existsSync(this.#file)) truncateSync(this.#file, readFileSync(this.#file).lastIndexOf('\n') + 1);
    this.#add({ day: toDate(day), device: null, putIn: [] });
  }

  add(day: Day, device: number, putIn: readonly string[], set: readonly SetCode[] = []): void {
    this.#add({ day: toDate(day), device, putIn, ...(set.length > 0 && { set }) });
  }

  /** By number of the device, as the file is now. */
  services(): (device: number) => ServiceOf {
    const lines = this.#read();
    const began = lines.find(({ device }) => device === null);
    const first = began === undefined ? Number.POSITIVE_INFINITY : dayOf(began.day);
    const visits = new Map<string, ServiceDay & { readonly putIn: readonly string[] }>();
    for (const { day, device, putIn, set = [] } of lines) {
      const key = `${device} ${dayOf(day)}`;
      const before = visits.get(key);
      const all = [...(before?.set ?? []), ...set];
      visits.set(key, { putIn: [...(before?.putIn ?? []), ...putIn], ...(all.length > 0 && { set: all }) });
    }
    return (device) => (day) => (day < first ? undefined : (visits.get(`${device} ${day}`) ?? { putIn: null }));
  }

  #add(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  #read(): readonly Line[] {
    if (!existsSync(this.#file)) return [];
    return readFileSync(this.#file, 'utf8').split('\n').slice(0, -1).map(parseLine);
  }
}

const dayOf = (date: string): Day => toDay(Date.parse(`${date}T00:00:00Z`));

function parseLine(text: string): Line {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && 'day' in value && 'device' in value && 'putIn' in value) {
    const { day, device, putIn } = value;
    const set = 'set' in value && Array.isArray(value.set) ? value.set.flatMap(parseSet) : [];
    if (typeof day === 'string' && (device === null || typeof device === 'number') && Array.isArray(putIn))
      return { day, device, putIn: putIn.map(String), ...(set.length > 0 && { set }) };
  }
  throw new Error(`'${text}' is no line of a record of visits`);
}

function parseSet(value: unknown): SetCode[] {
  return typeof value === 'object' && value !== null && 'code' in value && 'to' in value
    ? [{ code: String(value.code), to: String(value.to) }]
    : [];
}
