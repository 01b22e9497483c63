import type { CollectorStatus } from '@platen/contract/collectors';
import { correctTime } from '../../base/clock-offset.ts';

export type StatusHead = Omit<CollectorStatus, 'sentAt' | 'failures' | 'findings'>;

/** A status as it is stored: its times by the server's clock, none of them after it was received. */
export function toStoredStatus(
  { name, version, host, startedAt, everyMs, queue, round, failures, findings }: CollectorStatus,
  offset: number,
  receivedAt: Date,
): { head: StatusHead } & Pick<CollectorStatus, 'failures' | 'findings'> {
  const correct = (time: string): string => {
    const at = correctTime(new Date(time), offset).getTime();
    return new Date(Math.min(Math.max(at, 0), receivedAt.getTime())).toISOString();
  };
  return {
    head: {
      name,
      version,
      ...(host === undefined ? {} : { host }),
      startedAt: correct(startedAt),
      everyMs,
      queue,
      round: round && { ...round, startedAt: correct(round.startedAt), endedAt: correct(round.endedAt) },
    },
    failures: failures.map((failure) => ({ ...failure, since: correct(failure.since) })),
    findings: findings.map((finding) => ({ ...finding, since: correct(finding.since) })),
  };
}
