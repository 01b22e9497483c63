import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Day, toDate, toDay } from '../fleet/calendar.ts';

/**
 * Stores in a file up to which day a fleet was delivered, so that a later start sends only the missing days.
 */
export class SentDays {
  readonly #file: string;
  readonly #fleet: string;

  /** A file of another fleet counts as none. */
  constructor(
    file: string,
    { seed, devices, worldName }: { readonly seed: string; readonly devices: number; readonly worldName: string },
  ) {
    this.#file = file;
    // The usual world has no name in files of earlier versions.
    this.#fleet = `${devices} devices of seed ${seed}${worldName === 'usual' ? '' : ` in ${worldName}`}`;
  }

  /** The last day that was delivered; undefined without one. */
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
