import type { StatusReason } from '@platen/contract/devices';

/**
 * One report of the device about its state, before reports of one topic are merged. `topic` is what it speaks
 * of; `family` the more general topic, for a finding about one of several (one toner of four).
 */
export interface Finding {
  readonly reason: StatusReason;
  readonly topic: string;
  readonly family?: string;
  /** Of a supply with a colour: the topic of a code that names it without its row (`toner:black`). */
  readonly unit?: string;
}

const severityRanks = { error: 0, warning: 1, info: 2 } as const;
export type Severity = keyof typeof severityRanks;

/** The worse of two severities. */
export const worse = (a: Severity, b: Severity): Severity => (severityRanks[a] <= severityRanks[b] ? a : b);

/** Source that names a topic when several are equally severe: the most specific first. */
const sourceRanks: Readonly<Record<StatusReason['source'], number>> = {
  deviceCode: 0,
  supply: 1,
  alert: 2,
  detectedError: 3,
  serviceCalls: 4,
  sign: 5,
  maintenance: 6,
  code: 7,
  hrDevice: 8,
  noReport: 9,
  notReported: 10,
  counterBreak: 11,
};

/** Of two supplies, the one that is through before the one that soon will be. */
const conditionRank = ({ condition }: StatusReason): number =>
  condition === undefined ? 2 : Number(condition === 'low' || condition === 'nearFull' || condition === 'lifeNear');

/**
 * Most severe first, then the most specific source, then what is used up before what is low, then by code, so
 * that the same state always reads the same.
 */
export function compareReasons(a: StatusReason, b: StatusReason): number {
  return (
    severityRanks[a.severity] - severityRanks[b.severity] ||
    sourceRanks[a.source] - sourceRanks[b.source] ||
    conditionRank(a) - conditionRank(b) ||
    compareText(a.code, b.code) ||
    compareText(a.condition ?? '', b.condition ?? '') ||
    compareText(a.text ?? '', b.text ?? '')
  );
}

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
