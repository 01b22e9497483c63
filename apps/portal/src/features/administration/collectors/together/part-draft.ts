import { type Rollout, type RolloutKey, type RolloutSettings, rolloutKeys } from '@platen/contract/collector-rollouts';
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
  /** Entries that are left to the sites again; their fields above are empty. */
  readonly unset: readonly RolloutKey[];
}

export const emptyDraft: PartDraft = {
  everyMinutes: '',
  packetsPerSecond: '',
  logLevel: '',
  from: '',
  to: '',
  mdns: '',
  unset: [],
};

/** What the portal no longer wants, chosen or not; a chosen entry cannot be set at the same time. */
export function withUnset(draft: PartDraft, key: RolloutKey, isUnset: boolean): PartDraft {
  const unset = rolloutKeys.filter((one) => (one === key ? isUnset : draft.unset.includes(one)));
  if (!isUnset) return { ...draft, unset };
  const emptied = key === 'searchHours' ? { from: '', to: '' } : { [key]: '' };
  return { ...draft, ...emptied, unset };
}
export const numberKeys = ['everyMinutes', 'packetsPerSecond'] as const satisfies readonly NumberKey[];

/** The settings of a draft; undefined: one of its entries is wrong. */
export function toPart(draft: PartDraft): RolloutSettings | undefined {
  const { logLevel, from, to, mdns, unset } = draft;
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
    ...(unset.length > 0 && { unset: [...unset] }),
  };
}

/** How an entry is called in lists of settings. */
export const settingOf = {
  everyMinutes: 'every',
  packetsPerSecond: 'packetsPerSecond',
  logLevel: 'logLevel',
  searchHours: 'searchHours',
  mdns: 'mdns',
} as const satisfies Record<RolloutKey, SettingKey>;

interface Entry {
  readonly key: SettingKey;
  /** Null: left to the sites. */
  readonly value: SettingEntry['value'] | null;
}

/** The entries of such settings, as they are shown. */
export function toEntries({
  everyMinutes,
  packetsPerSecond,
  logLevel,
  searchHours,
  mdns,
  unset = [],
}: Rollout['settings']): Entry[] {
  const all: { readonly key: SettingKey; readonly value: SettingEntry['value'] | undefined }[] = [
    { key: 'every', value: everyMinutes === undefined ? undefined : everyMinutes * 60_000 },
    { key: 'packetsPerSecond', value: packetsPerSecond },
    { key: 'logLevel', value: logLevel },
    { key: 'searchHours', value: searchHours && `${searchHours.from}–${searchHours.to}` },
    { key: 'mdns', value: mdns },
  ];
  return [
    ...all.flatMap(({ key, value }) => (value === undefined ? [] : [{ key, value }])),
    ...unset.map((key) => ({ key: settingOf[key], value: null })),
  ];
}
