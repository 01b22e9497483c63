import {
  type CollectorFailure,
  type CollectorFinding,
  type CollectorRound,
  type CollectorStatus,
  failureKinds,
  statusLimits,
} from '@platen/contract/collectors';
import type { RoundSummary } from '../discover/round-summary.ts';
import type { Failing, Finding, KnownState } from '../known/state.ts';

export interface Health {
  name: string;
  version: string;
  host: string;
  startedAt: Date;
  everyMs: number | undefined;
  queue: CollectorStatus['queue'];
  round: CollectorRound | undefined;
  known: KnownState;
}

/**
 * The state of the collector in the form of the contract: the longest failures and the newest findings,
 * within its limits.
 */
export function toCollectorStatus(health: Health, now: Date): CollectorStatus {
  return {
    name: toShort(health.name),
    version: toShort(health.version),
    ...(health.host === '' ? {} : { host: toShort(health.host) }),
    startedAt: health.startedAt.toISOString(),
    everyMs: health.everyMs ?? null,
    queue: health.queue,
    round: health.round ?? null,
    sentAt: now.toISOString(),
    failures: health.known.failing
      .toSorted((a, b) => failureKinds.indexOf(a.kind) - failureKinds.indexOf(b.kind))
      .slice(0, statusLimits.failures)
      .map(toFailure),
    findings: health.known.findings.slice(0, statusLimits.findings).map(toFinding),
  };
}

const toFailure = ({ target, kind, reason, since, serial }: Failing): CollectorFailure => ({
  target,
  kind,
  reason,
  since,
  ...(serial === undefined ? {} : { serial }),
});
const toFinding = ({ target, kind, serial, before, now, since }: Finding): CollectorFinding => ({
  target,
  kind,
  ...(serial === undefined ? {} : { serial }),
  before,
  now,
  since,
});

export function toCollectorRound(summary: RoundSummary, endedAt: Date): CollectorRound {
  const { targets, printers, notPrinters, silent, failed, incomplete, notStored, startedAt } = summary;
  const counts = { targets, printers, notPrinters, silent, failed, incomplete, notKept: notStored };
  return { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString(), ...counts };
}

const toShort = (text: string) => text.slice(0, statusLimits.text);
