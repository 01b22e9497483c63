import type { Visit } from './visit.ts';

/** The result of a round so far. */
export interface RoundSummary {
  startedAt: Date;
  targets: number;
  asked: number;
  printers: number;
  notPrinters: number;
  silent: number;
  /** Printers that could not be read completely; their reports leave out what is missing. */
  incomplete: number;
  /** Read, but not stored: writing to the disk failed. */
  notStored: number;
  /** Read, but not sent: the server refused the same report before. */
  heldBack: number;
  failed: number;
  /** Targets with what went wrong there, at most 50. */
  failures: { target: string; reason: string }[];
  /** Findings about moved or exchanged devices, as texts. */
  findings: string[];
}

const mostFailures = 50;

export const toEmptySummary = (targets: number): RoundSummary => ({
  startedAt: new Date(),
  targets,
  asked: 0,
  printers: 0,
  notPrinters: 0,
  silent: 0,
  incomplete: 0,
  notStored: 0,
  heldBack: 0,
  failed: 0,
  failures: [],
  findings: [],
});

export function note(summary: RoundSummary, target: string, reason: string): void {
  if (summary.failures.length < mostFailures) summary.failures.push({ target, reason });
}

/**
 * Why a configured target is not among the printers, or cannot be identified; undefined if it is read.
 * Addresses of a searched range are left out: most of them are not in use.
 */
export function toVisitText({ target, outcome }: Visit): string | undefined {
  if (outcome.kind === 'printer') return isKnowable(outcome.report.identity) ? undefined : withoutIdentity;
  if (target.searched) return undefined;
  if (outcome.kind === 'silent')
    return `${outcome.reason}: switched off, not reachable, or it accepts only another community or user`;
  if (outcome.kind !== 'notPrinter') return undefined;
  return `not a printer${outcome.sysDescr === undefined ? '' : `: ${outcome.sysDescr.replaceAll(/\s+/g, ' ').slice(0, 120)}`}`;
}

const withoutIdentity = 'reports neither serial number nor MAC address: the server refuses its reports';

function isKnowable({
  serial,
  macAddresses = [],
}: Extract<Visit['outcome'], { kind: 'printer' }>['report']['identity']) {
  return serial?.state === 'measured' || macAddresses.length > 0;
}
