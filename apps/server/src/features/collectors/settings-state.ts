import type { CollectorRemote, SettingsState } from '@platen/contract/remote-settings';

/**
 * How far wanted settings are (CF-11), from what the collector reported last. Null: none are wanted, or
 * its own file does not let the portal manage it.
 */
export function toSettingsState({ level, judged }: CollectorRemote, wantedHash: string | null): SettingsState | null {
  if (wantedHash === null || level !== 'manage') return null;
  return judged?.hash === wantedHash ? judged.state : 'waiting';
}
