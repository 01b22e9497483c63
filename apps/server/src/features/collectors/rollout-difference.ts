import type { RolloutKey, RolloutSettings, RolloutSkip, SettingDifference } from '@platen/contract/collector-rollouts';
import type { EffectiveSettings, RemoteSettings, RemoteSite, SettingKey } from '@platen/contract/remote-settings';
import { minuteMs } from '../../base/time.ts';

type Value = SettingDifference['becomes'];
type Entry = EffectiveSettings['entries'][number];

/** Settings of a collector as they are, as far as it shows them. */
interface Present {
  readonly wanted: RemoteSettings;
  readonly effective: EffectiveSettings | null;
}

interface Outcome {
  readonly differences: SettingDifference[];
  /** What the collector should have with them. */
  readonly settings: RemoteSettings;
  readonly skip: RolloutSkip | null;
}

/** Entries of all sites, by the names of the settings that are wanted. */
const names = {
  every: 'everyMinutes',
  packetsPerSecond: 'packetsPerSecond',
  searchHours: 'searchHours',
  logLevel: 'logLevel',
} as const;
const keys = ['every', 'packetsPerSecond', 'searchHours', 'logLevel'] as const;

/** One value, as it is shown and as the settings in force have it. */
function toValues({ everyMinutes, packetsPerSecond, logLevel, searchHours }: RemoteSettings) {
  return {
    every: everyMinutes === undefined ? undefined : everyMinutes * minuteMs,
    packetsPerSecond,
    logLevel,
    searchHours: searchHours === undefined ? undefined : `${searchHours.from}–${searchHours.to}`,
  };
}

/** Whether sites announce; null: left to the collector's file. */
function withMdns(site: RemoteSite, mdns: boolean | null | undefined): RemoteSite {
  const { mdns: _, ...rest } = site;
  return mdns === null || mdns === undefined ? rest : { ...rest, mdns };
}

/** What settings for several collectors change at one of them (CF-16). Entries that they do not name stay. */
export function toDifference({ wanted, effective }: Present, { unset = [], ...part }: RolloutSettings): Outcome {
  const inForce = (key: SettingKey, site?: string): Entry | undefined =>
    effective?.entries.find((entry) => entry.key === key && entry.site === site);
  const compare = (
    key: SettingKey,
    before: Value | undefined,
    becomes: Value | undefined,
    site?: string,
  ): SettingDifference[] => {
    const entry = inForce(key, site);
    const value = typeof entry?.value === 'object' ? undefined : entry?.value;
    // Only what the portal wants can be left to the site: what is in force besides is not its own.
    const was = becomes === null ? (before ?? null) : (before ?? value);
    if (becomes === undefined || was === becomes) return [];
    return [{ key, was: was ?? null, becomes, atSite: entry?.from === 'site', ...(site !== undefined && { site }) }];
  };
  const isLeft = (name: RolloutKey) => unset.includes(name);
  const before = toValues(wanted);
  const set = toValues(part);
  const after = Object.fromEntries(keys.map((key) => [key, isLeft(names[key]) ? null : set[key]]));
  const mdns = isLeft('mdns') ? null : part.mdns;
  const ofAll = keys.flatMap((key) => compare(key, before[key], after[key]));
  const changed = keys.filter((key) => ofAll.some((one) => one.key === key));
  const sites = wanted.sites ?? [];
  const ofSites = sites.flatMap((site) => compare('mdns', site.mdns, mdns, site.name));
  const changedSites = new Set(ofSites.map(({ site }) => site));
  const differences = [...ofAll, ...ofSites];
  const settings: RemoteSettings = {
    ...wanted,
    ...Object.fromEntries(changed.map((key) => [names[key], part[names[key]]])),
    ...(changedSites.size > 0 && {
      sites: sites.map((site) => (changedSites.has(site.name) ? withMdns(site, mdns) : site)),
    }),
  };
  for (const key of changed) if (isLeft(names[key])) delete settings[names[key]];
  return {
    differences,
    settings,
    skip: toSkip(differences, after, mdns !== undefined && sites.length === 0),
  };
}

function toSkip(differences: readonly SettingDifference[], after: object, lacksSites: boolean): RolloutSkip | null {
  if (differences.length > 0) return differences.every(({ atSite }) => atSite) ? 'atSite' : null;
  const isMdnsAlone = Object.values(after).every((value) => value === undefined);
  return lacksSites && isMdnsAlone ? 'noSites' : 'same';
}
