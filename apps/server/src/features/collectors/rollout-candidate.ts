import type { RolloutCandidate, RolloutSettings, RolloutSkip } from '@platen/contract/collector-rollouts';
import type { RemoteSettings } from '@platen/contract/remote-settings';
import { toDifference } from './rollout-difference.ts';
import type { CandidateRow } from './rollout-store.ts';
import { parseWanted } from './settings-service.ts';

interface Candidate {
  readonly shown: RolloutCandidate;
  /** What it should have. */
  readonly settings: RemoteSettings;
}

/** What settings for several collectors change at this one, and why it is left out where it is (CF-16). */
export function toCandidate(row: CandidateRow, part: RolloutSettings): Candidate {
  const { collectorId, name, version, effective } = row;
  const { differences, settings, skip } = toDifference({ wanted: parseWanted(row.document).settings, effective }, part);
  return { shown: { collectorId, name, version, differences, skip: toReason(row) ?? skip }, settings };
}

function toReason({ remote, isRemoteOff, state, everyMs }: CandidateRow): RolloutSkip | null {
  if (isRemoteOff) return 'switchedOff';
  if (remote?.level !== 'manage') return 'level';
  return state === 'working' && everyMs !== null ? null : 'notWorking';
}
