import type { Instant } from '../conditions/model.ts';
import { type ReadingSpan, touches } from './code-spans.ts';

/** A visit as it was recorded. `leftAt` null: still at the device. */
export interface PastVisit {
  readonly visitId: string;
  readonly arrivedAt: Instant;
  readonly leftAt: Instant | null;
  readonly technician: string | null;
}

/** The system firmware as one report had it. */
export interface FirmwareReading {
  readonly at: Instant;
  readonly version: string;
}

/** Another firmware than before, between two readings. */
export interface FirmwareChange extends ReadingSpan {
  readonly before: string;
  readonly after: string;
}

/** A counter that did not go on, between the readings of two days: with its cause if it is known. */
export interface BreakSpan extends ReadingSpan {
  readonly cause: string | null;
}

/** What happened at a device besides changes of codes. */
export interface DevicePast {
  readonly visits: readonly PastVisit[];
  readonly firmware: readonly FirmwareChange[];
  readonly breaks: readonly BreakSpan[];
}

/**
 * What else happened while a code changed. Never more than 'during': that it was the cause is not known
 * (CH-05). Without any of them the code was changed at the device, by someone unknown.
 */
export type ChangeContext =
  | { readonly kind: 'visit'; readonly visit: PastVisit }
  | { readonly kind: 'firmware'; readonly before: string; readonly after: string }
  | { readonly kind: 'memoryCleared'; readonly cause: string | null };

/**
 * The contexts of a change, the likeliest first (CH-05): visits whose arrival and departure touch the span of
 * the change, a firmware that changed within it, a counter that broke within it; none: someone unknown.
 */
export function contextsOf(span: ReadingSpan, past: DevicePast): ChangeContext[] {
  const isWithin = (other: ReadingSpan) => touches(span, other.lastBefore, other.firstAfter);
  return [
    ...past.visits
      .filter(({ arrivedAt, leftAt }) => touches(span, arrivedAt, leftAt ?? Number.POSITIVE_INFINITY))
      .map((visit): ChangeContext => ({ kind: 'visit', visit })),
    ...past.firmware.filter(isWithin).map(({ before, after }): ChangeContext => ({ kind: 'firmware', before, after })),
    ...past.breaks.filter(isWithin).map(({ cause }): ChangeContext => ({ kind: 'memoryCleared', cause })),
  ];
}

/** Where the firmware changed. @param readings ascending by time */
export function toFirmwareChanges(readings: readonly FirmwareReading[]): FirmwareChange[] {
  return readings.flatMap(({ at, version }, index) => {
    const before = readings[index - 1];
    return before === undefined || before.version === version
      ? []
      : { before: before.version, after: version, lastBefore: before.at, firstAfter: at };
  });
}

/** Whether a code that no earlier reading had came with another firmware (CH-04). */
export const isNewWithFirmware = (span: ReadingSpan, firmware: readonly FirmwareChange[]): boolean =>
  firmware.some(({ lastBefore, firstAfter }) => touches(span, lastBefore, firstAfter));
