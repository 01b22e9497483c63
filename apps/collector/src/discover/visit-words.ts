import type { Visit } from './round.ts';

/**
 * Why a target that somebody named is not among the printers, or cannot be told from others; undefined where all is well.
 * Searched addresses are left out: most of a network's addresses are nobody's.
 */
export function toVisitWords({ target, outcome }: Visit): string | undefined {
  if (outcome.kind === 'printer') return isKnowable(outcome.report.identity) ? undefined : withoutIdentity;
  if (target.searched) return undefined;
  if (outcome.kind === 'silent')
    return `${outcome.reason}: switched off, not reachable, or it lets in only another community or user`;
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
