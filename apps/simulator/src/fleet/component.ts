import type { DeviceReport } from '@platen/contract/report';
import type { Day } from './calendar.ts';
import type { Random } from './random.ts';
import type { TruthEvent } from './truth.ts';
import type { DayUse } from './usage.ts';
import type { Visits } from './visits.ts';

type Section<K extends keyof DeviceReport> = NonNullable<DeviceReport[K]>;
export type Part = Section<'parts'>[number];
export type Sensor = Section<'sensors'>[number];
export type Drive = Section<'storage'>[number];
export type Supply = Section<'supplies'>[number];

/** What the components put into a report. */
export interface Draft {
  readonly supplies: Supply[];
  readonly parts: Part[];
  readonly sensors: Sensor[];
  readonly storage: Drive[];
  /** Names of the bits of hrPrinterDetectedErrorState. */
  readonly states: Set<string>;
  /** The maker's code on the panel, the most severe last. */
  readonly panel: string[];
}

/** What happened on a day, in addition to the counters. */
export interface DayLog {
  /** An error that the device logs; `source`: where the paper came from. */
  error(code: string, source?: string): void;
  truth(event: TruthEvent): void;
  /** Jams that were logged today so far. */
  readonly jamsToday: number;
  readonly visits: Visits;
}

/** A part of a device with a life of its own. */
export interface Component {
  /** Lives through a day. */
  step(use: DayUse, log: DayLog): void;
  /** Says how it is at the end of the day; what it draws from `noise` changes nothing of its life. */
  report(draft: Draft, noise: Random): void;
  /** What is under way and not yet reported as truth. */
  unfinished(): readonly TruthEvent[];
}

/** Counters that the exchange of a board sets back. */
export interface Resettable {
  reset(): void;
}

export const measured = <T>(value: T): { state: 'measured'; value: T } => ({ state: 'measured', value });
export const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

export function addSensor(draft: Draft, name: string, unit: string, value: number, color?: Sensor['color']): void {
  draft.sensors.push({ name, ...(color === undefined ? {} : { color }), unit, reading: measured(value) });
}

/** The next working day some days on: when somebody comes. */
export function visitAfter(day: Day, random: Random, most: number): Day {
  const wanted = day + random.whole(1, most);
  const weekday = (wanted + 3) % 7;
  return weekday > 4 ? wanted + 7 - weekday : wanted;
}
