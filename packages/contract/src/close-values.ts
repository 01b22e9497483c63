import { meterStates } from './meter-values.ts';

// Names of closes without schemas: a screen that needs only these loads no zod. Rows LG-30 to LG-39.

export const closeCycles = ['monthly', 'quarterly'] as const;
export type CloseCycle = (typeof closeCycles)[number];

/**
 * `ready`: the period has ended and nothing stops it; worked out, as `open` is. `closed` and `exported` are
 * read-only; `discarded`: taken back by its author before any export (LG-36).
 */
export const closeStates = ['open', 'ready', 'closed', 'exported', 'discarded'] as const;
export type CloseState = (typeof closeStates)[number];

/** State of the reading at the end (LG-15), or that it was estimated on request (LG-16). */
export const lineStates = [...meterStates, 'estimated'] as const;
export type LineState = (typeof lineStates)[number];

/** `correction`: pages of an earlier period, whose close stays as it is (LG-20). */
export const lineKinds = ['reading', 'correction'] as const;

/**
 * What stops a close (LG-32). `goesApart`: black plus color went apart from total (LG-14);
 * `correctionWaiting`: a second person has to confirm one (LG-21).
 */
export const lineStops = ['afterBreak', 'suspicious', 'none', 'goesApart', 'assetNumber', 'correctionWaiting'] as const;
export type LineStop = (typeof lineStops)[number];

/** What is shown and stops nothing. `negative`: it takes pages back that were billed before. */
export const lineWarnings = ['old', 'estimated', 'negative'] as const;
export type LineWarning = (typeof lineWarnings)[number];

/**
 * `came`, `went`: within the period, from the first reading or to the last one (LG-37); `moved`: to or from
 * another customer; `settlesEstimate`:
 * a true reading after an estimate; `typed`: the reading of the end was entered; `causeStated`,
 * `leapAccepted`, `misreadLeftOut`: of a break or misread within the period; `corrected`: pages were added or
 * taken; `numberExchanged`: the device was exchanged, its counter is another one;
 * `billedElsewhere`: pages of it were billed with a record that was merged into the device (OA-44).
 */
export const lineRemarks = [
  'came',
  'went',
  'moved',
  'settlesEstimate',
  'typed',
  'causeStated',
  'leapAccepted',
  'misreadLeftOut',
  'corrected',
  'numberExchanged',
  'billedElsewhere',
] as const;
export type LineRemark = (typeof lineRemarks)[number];

/** `takeBack` ends what was settled of a line before; `cause` answers the break of the line. */
export const settleActions = ['leaveOut', 'estimate', 'accept', 'cause', 'takeBack'] as const;
export type SettleAction = (typeof settleActions)[number];
/** What was settled of a line and holds until it is taken back. */
export const settlements = ['leaveOut', 'estimate', 'accept'] as const;

/** Selections of lines of a close. `settled`: by a person, `stops` no more. */
export const lineGroups = ['all', 'stops', 'warns', 'good', 'settled', 'leftOut', 'estimated', 'corrections'] as const;
export type LineGroup = (typeof lineGroups)[number];

/** Estimates in a row of one meter at most (LG-16). */
export const mostEstimates = 2;
/** Working days before the end of a period on which it is announced, unless the plan sets another number. */
export const warningDays = 3;
/** Lines that are settled by one call at most; more than 200 go on as a job (GE-13). */
export const mostSettled = 30_000;
export const settledAtOnce = 200;
/** Devices of one close, and of one call for meters at an instant, at most (LG-18, LG-39). */
export const mostClosedDevices = 50_000;
export const mostDevicesAt = 10_000;
export const linePageSize = 200;
/** Lines of an answer as CSV, at most. */
export const mostLinesOfFile = 10_000;
/** Use beyond this share of the former one is shown first (LG-38). */
export const outlierShare = 0.4;
/** Hours in which the author may discard a close that was never exported (LG-36). */
export const discardHours = 24;
