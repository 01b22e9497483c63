import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Day } from '@platen/diagnosis/history/day-reading';
import { toDate, toDay } from '../fleet/calendar.ts';

/** Which fleet was told up to which day, in a file, so that a later start sends the days that are missing and no others. */
export class ToldSoFar {
  readonly #file: string;
  readonly #fleet: string;

  /** A file of another fleet counts as none. */
  constructor(file: string, fleet: { readonly seed: string; readonly devices: number }) {
    this.#file = file;
    this.#fleet = `${fleet.devices} devices of seed ${fleet.seed}`;
  }

  /** The last day that was told; undefined where nothing was. */
  get through(): Day | undefined {
    if (!existsSync(this.#file)) return undefined;
    const [fleet, date] = readFileSync(this.#file, 'utf8').trim().split('\n');
    const time = Date.parse(`${date}T00:00:00Z`);
    return fleet === this.#fleet && !Number.isNaN(time) ? toDay(time) : undefined;
  }

  /** Whole or not at all, however this process ends. */
  note(through: Day): void {
    const draft = `${this.#file}.new`;
    writeFileSync(draft, `${this.#fleet}\n${toDate(through)}\n`);
    renameSync(draft, this.#file);
  }
}
