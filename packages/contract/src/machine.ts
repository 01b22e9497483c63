import * as z from 'zod/mini';
import { nullableNumber, nullableText, readOfDevice } from './device-call.ts';
import { counterUnits, linkStates, unitAvailabilities } from './report-sections.ts';
import { instant, valueStates } from './values.ts';

/** Percent of capacity; without one, `state` is what the device reported instead. */
const level = z.object({ percent: nullableNumber, state: z.enum(['measured', ...valueStates]) });

/** Availability and most severe alert of a tray or bin; null: the device does not report its state. */
const unitState = z.nullable(
  z.object({
    availability: z.nullable(z.enum(unitAvailabilities)),
    alert: z.nullable(z.enum(['nonCritical', 'critical'])),
    offline: z.boolean(),
  }),
);

/** `media`: the name the device gives its paper; `size` in millimetres, along and across the feed. */
const tray = z.object({
  index: z.string(),
  name: nullableText,
  type: nullableText,
  media: nullableText,
  size: z.nullable(z.object({ feedMm: z.number(), crossMm: z.number() })),
  /** `sheets`, `micrometers` …, as RFC 3805 names them. */
  unit: nullableText,
  capacity: nullableNumber,
  count: nullableNumber,
  level,
  state: unitState,
});

/** `level` is the room that is left. */
const bin = z.object({ index: z.string(), name: nullableText, type: nullableText, level, state: unitState });

/** `state`: `coverOpen`, `coverClosed`, `interlockOpen` …, as RFC 3805 names them. */
const cover = z.object({ index: z.string(), name: nullableText, state: nullableText });

/** An entry of the alert table; `since`: when it was first read, as far as readings go back. */
const alert = z.object({
  index: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  code: nullableNumber,
  text: nullableText,
  whoCanAct: z.nullable(z.enum(['user', 'trainedUser', 'technician', 'manager'])),
  since: z.nullable(instant),
});

/**
 * `GET /v1/device/{id}/machine` (addition): what the device states of itself, by its newest readings. Null:
 * not reported; an empty list: reported that there is none.
 */
export const readMachine = readOfDevice(
  'machine',
  'Panel, alerts, trays, covers and bins of one device',
  z.object({
    /** When the state was read. */
    readAt: z.nullable(instant),
    panelText: nullableText,
    documentFeeder: nullableText,
    finisher: nullableText,
    fax: nullableText,
    alerts: z.nullable(z.array(alert)),
    trays: z.nullable(z.array(tray)),
    bins: z.nullable(z.array(bin)),
    covers: z.nullable(z.array(cover)),
    /** Names of the loaded media as IPP has them, without their trays. */
    mediaReady: z.nullable(z.array(z.string())),
    /** Counters that no other screen has: two-sided sheets, and those of the maker by its own labels. */
    counters: z.array(z.object({ label: nullableText, unit: z.enum(counterUnits), value: z.number() })),
    links: z.nullable(z.array(z.object({ name: z.string(), state: z.enum(linkStates) }))),
  }),
);
export type MachineAnswer = z.infer<typeof readMachine.answer>;
