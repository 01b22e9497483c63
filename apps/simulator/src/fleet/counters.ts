import type { DeviceReport } from '@platen/contract/report';
import type { Day } from './calendar.ts';
import { measured, type Resettable } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { type CounterShift, shiftedShare, toCounterShift } from './part-counter.ts';
import type { DayUse } from './usage.ts';

/** The page counters of a device: what its board says, which another board starts again at 0. */
export class Counters implements Resettable {
  black = 0;
  color = 0;
  duplex = 0;
  scanSmall = 0;
  scanLarge = 0;
  readonly sheets: number[];
  readonly #spec: DeviceSpec;
  readonly #shift: CounterShift | undefined;
  #since: Day;

  constructor(spec: DeviceSpec) {
    this.#spec = spec;
    this.#shift = toCounterShift(spec);
    this.#since = spec.setUp;
    this.sheets = spec.sources.map(() => 0);
  }

  get total(): number {
    return this.black + this.color;
  }

  step(use: DayUse): void {
    this.#restore(use.day);
    this.black += use.black;
    this.color += use.color;
    this.duplex += use.duplexSheets;
    this.scanSmall += use.scanSmall;
    this.scanLarge += use.scanLarge;
    for (let i = 0; i < this.sheets.length; i++) this.sheets[i] = (this.sheets[i] ?? 0) + (use.sheets[i] ?? 0);
  }

  reset(): void {
    this.black = 0;
    this.color = 0;
    this.duplex = 0;
    this.scanSmall = 0;
    this.scanLarge = 0;
    this.sheets.fill(0);
  }

  /** A wrong copy is restored: all counts change by the same share. */
  #restore(day: Day): void {
    const share = shiftedShare(this.#shift, day, this.#since);
    if (share === 0) return;
    const by = (value: number) => Math.round(value * (1 + share));
    this.black = by(this.black);
    this.color = by(this.color);
    this.duplex = by(this.duplex);
    this.scanSmall = by(this.scanSmall);
    this.scanLarge = by(this.scanLarge);
    for (const [place, value] of this.sheets.entries()) this.sheets[place] = by(value);
  }

  toSection(): NonNullable<DeviceReport['counters']> {
    const impressions = (value: number) => ({ unit: 'impressions' as const, reading: measured(value) });
    const sheets = (value: number) => ({ unit: 'sheets' as const, reading: measured(value) });
    const sides = (value: number) => ({ unit: 'sides' as const, reading: measured(value) });
    return {
      total: impressions(this.total),
      black: impressions(this.black),
      ...(this.#spec.family.color ? { color: impressions(this.color) } : {}),
      duplexSheets: sheets(this.duplex),
      scanLarge: sides(this.scanLarge),
      scanSmall: sides(this.scanSmall),
      paperSources: Object.fromEntries([
        ...this.#spec.sources.map(({ source }, i) => [source, sheets(this.sheets[i] ?? 0)]),
        ['ADU', sheets(this.duplex)],
      ]),
    };
  }
}
