import type { Rollout, RolloutSettings } from '@platen/contract/collector-rollouts';
import type { LogLevel, SettingEntry, SettingKey } from '@platen/contract/remote-settings';
import { areHoursGood, type NumberKey, toNumber } from '../remote/settings-draft.ts';

/** What the dialog edits, as texts; empty: it stays as it is. */
export interface PartDraft {
  readonly everyMinutes: string;
  readonly packetsPerSecond: string;
  readonly logLevel: LogLevel | '';
  readonly from: string;
  readonly to: string;
  readonly mdns: '' | 'on' | 'off';
}

export const emptyDraft: PartDraft = {
  everyMinutes: '',
  packetsPerSecond: '',
  logLevel: '',
  from: '',
  to: '',
  mdns: '',
};
export const numberKeys = ['everyMinutes', 'packetsPerSecond'] as const satisfies readonly NumberKey[];

/** The settings of a draft; undefined: one of its entries is wrong. */
export function toPart(draft: PartDraft): RolloutSettings | undefined {
  const { logLevel, from, to, mdns } = draft;
  if (!areHoursGood(draft)) return undefined;
  const numbers: Partial<Record<(typeof numberKeys)[number], number>> = {};
  for (const key of numberKeys) {
    const value = toNumber(key, draft[key]);
    if (value === null) return undefined;
    if (value !== undefined) numbers[key] = value;
  }
  return {
    ...numbers,
    ...(logLevel !== '' && { logLevel }),
    ...(from !== '' && { searchHours: { from, to } }),
    ...(mdns !== '' && { mdns: mdns === 'on' }),
  };
}

interface Entry {
  readonly key: SettingKey;
  readonly value: SettingEntry['value'];
}

/** The entries of such settings, as they are shown. */
export function toEntries({
  everyMinutes,
  packetsPerSecond,
  logLevel,
  searchHours,
  mdns,
}: Rollout['settings']): Entry[] {
  const all: { readonly key: SettingKey; readonly value: SettingEntry['value'] | undefined }[] = [
    { key: 'every', value: everyMinutes === undefined ? undefined : everyMinutes * 60_000 },
    { key: 'packetsPerSecond', value: packetsPerSecond },
    { key: 'logLevel', value: logLevel },
    { key: 'searchHours', value: searchHours && `${searchHours.from}–${searchHours.to}` },
    { key: 'mdns', value: mdns },
  ];
  return all.flatMap(({ key, value }) => (value === undefined ? [] : [{ key, value }]));
}
