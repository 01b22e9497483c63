import type { Visit } from './round.ts';

/**
 * Why a configured target is not among the printers, or cannot be identified; undefined if it is read.
 * Addresses of a searched range are left out: most of them are not in use.
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
