import type { CollectorStatus } from '@platen/contract/collectors';

/** The time some minutes before now, or before another time in ms. */
export const ago = (minutes: number, from = Date.now()) => new Date(from - minutes * 60_000).toISOString();
/** A round over 20 addresses that ended a while ago. */
export const wholeRound = {
  startedAt: ago(12),
  endedAt: ago(11),
  targets: 20,
  printers: 9,
  notPrinters: 1,
  silent: 9,
  failed: 1,
  incomplete: 0,
  notKept: 0,
};
/** A status of a collector that runs as a service. */
export const toStatus = (more: Partial<CollectorStatus> = {}): CollectorStatus => ({
  name: 'north-office',
  version: '0.1.0',
  host: 'srv-01',
  startedAt: ago(600),
  sentAt: new Date().toISOString(),
  everyMs: 900_000,
  queue: { reports: 3, bytes: 4096, refused: 1 },
  round: wholeRound,
  failures: [{ target: '10.0.0.9:161', kind: 'failed', reason: 'noSuchObject for all tables', since: ago(300) }],
  findings: [
    { target: '10.0.0.7', kind: 'movedAddress', serial: 'S-7', before: '10.0.0.6', now: '10.0.0.7', since: ago(30) },
  ],
  ...more,
});
