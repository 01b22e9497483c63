import type { DeviceReport } from '@platen/contract/report';
import { type Day, dayMs, toDate } from './calendar.ts';
import type { DayLog } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import type { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';
import { Visits } from './visits.ts';

type LoggedError = NonNullable<DeviceReport['errors']>[number];

/** Codes of the settings (catalogue, families/settings) by the contract's names of the sources. */
const sourceCodes: Readonly<Record<string, string>> = {
  bypass: '1',
  LCF: '2',
  TLCF: '2',
  CST1: '3',
  CST2: '4',
  CST3: '5',
  CST4: '6',
  OLCF: '7',
  O2LCF: '8',
  SFB: '1',
};
const firstMinute = 6 * 60;
/** A device reports no errors older than these days. */
const reportedDays = 30;

/**
 * The error log of a device: collects the errors of a day, dates them and keeps them until they are reported.
 */
export class ErrorLog implements DayLog {
  readonly visits = new Visits();
  readonly #spec: DeviceSpec;
  #today: { code: string; source: string | undefined }[] = [];
  #pending: LoggedError[] = [];
  #truth: TruthEvent[] = [];

  constructor(spec: DeviceSpec) {
    this.#spec = spec;
  }

  error(code: string, source?: string): void {
    this.#today.push({ code, source });
  }

  get jamsToday(): number {
    return this.#today.filter(({ code }) => code.startsWith('E')).length;
  }

  truth(event: TruthEvent): void {
    this.#truth.push(event);
  }

  /**
   * Gives today's errors their times and settings, between the opening of the office and the report. `noise`
   * is made only where it is needed.
   */
  closeDay({ day, pages, color }: DayUse, totalBefore: number, toNoise: () => Random): void {
    const today = this.#today;
    if (today.length === 0) return;
    const noise = toNoise();
    const span = (this.#spec.reportMinute - firstMinute) * 60;
    today.forEach(({ code, source }, place) => {
      const share = (place + noise.next()) / today.length;
      const second = firstMinute * 60 + Math.floor(share * (span - today.length)) + place;
      this.#pending.push({
        code,
        occurredAt: new Date(day * dayMs + second * 1000).toISOString(),
        counter: totalBefore + Math.floor(share * pages),
        ...(code.startsWith('E') ? { conditions: toConditions(source, noise, color > 0) } : {}),
      });
    });
    this.#today = [];
  }

  /** Today's errors will never be reported. */
  forgetDay(): void {
    if (this.#today.length > 0) this.#today = [];
  }

  takeErrors(day: Day): LoggedError[] {
    const first = (day - reportedDays) * dayMs;
    const errors = this.#pending.filter(({ occurredAt }) => Date.parse(occurredAt) > first).slice(-200);
    this.#pending = [];
    return errors;
  }

  /** Of `day`, which is over. */
  takeTruth(day: Day): TruthEvent[] {
    const reasons = this.visits.take();
    if (reasons.length > 0) this.#truth.push({ kind: 'visit', serial: this.#spec.serial, day: toDate(day), reasons });
    const truth = this.#truth;
    this.#truth = [];
    return truth;
  }
}

function toConditions(
  source: string | undefined,
  noise: Random,
  color: boolean,
): NonNullable<LoggedError['conditions']> {
  const copy = source === 'ADF' || noise.is(0.25);
  const code = source === undefined ? undefined : sourceCodes[source];
  return {
    ...(code === undefined ? {} : { paperSource: code }),
    paperSize: source === 'bypass' ? noise.pick(['8', 'N', 'H']) : noise.pick(['4', '4', '4', '7', 'E']),
    sort: noise.pick(['0', '0', '2', '7']),
    ADF: copy ? '2' : '0',
    APS: noise.pick(['0', '1']),
    duplex: noise.pick(['0', '0', '1', '4']),
    function: copy ? '1' : color && noise.is(0.1) ? '3' : '5',
  };
}
