import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { type Day, toDate, toDay } from '../fleet/calendar.ts';
import type { ServiceDay } from '../fleet/visits.ts';

interface Line {
  /** The day on which the device lives on with the parts, `YYYY-MM-DD`. */
  readonly day: string;
  /** Number of the device in its fleet; null: the people began to serve the fleet. */
  readonly device: number | null;
  readonly putIn: readonly string[];
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

  add(day: Day, device: number, putIn: readonly string[]): void {
    this.#add({ day: toDate(day), device, putIn });
  }

  /** By number of the device, as the file is now. */
  services(): (device: number) => ServiceOf {
    const lines = this.#read();
    const began = lines.find(({ device }) => device === null);
    const first = began === undefined ? Number.POSITIVE_INFINITY : dayOf(began.day);
    const visits = new Map<string, readonly string[]>();
    for (const { day, device, putIn } of lines) {
      const key = `${device} ${dayOf(day)}`;
      visits.set(key, [...(visits.get(key) ?? []), ...putIn]);
    }
    return (device) => (day) => (day < first ? undefined : { putIn: visits.get(`${device} ${day}`) ?? null });
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
    if (typeof day === 'string' && (device === null || typeof device === 'number') && Array.isArray(putIn))
      return { day, device, putIn: putIn.map(String) };
  }
  throw new Error(`'${text}' is no line of a record of visits`);
}
