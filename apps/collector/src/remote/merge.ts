import type { RemoteSettings } from '@platen/contract/remote-settings';
import { minuteMs } from '../platform/time.ts';
import type { SettingsFile, SiteEntry } from '../settings/settings-file.ts';

const toList = (targets: SiteEntry['targets']): string[] =>
  targets === undefined ? [] : typeof targets === 'string' ? [targets] : targets;

/**
 * The file with what the portal wants in the entries that it leaves open (CF-13): its own go first, entry by
 * entry and, of a site of the same name, part by part. What the site excludes is excluded from whatever the
 * portal has searched. `credentials`: those of the portal, already opened.
 */
export function mergeRemote(
  file: SettingsFile,
  wanted: RemoteSettings,
  credentials: NonNullable<SettingsFile['credentials']>,
): SettingsFile {
  const hasOwnAccess = file.community !== undefined || file.credentials !== undefined;
  const given = <Name extends keyof SettingsFile>(name: Name, value: SettingsFile[Name]) =>
    file[name] === undefined && value !== undefined ? { [name]: value } : {};
  return {
    ...file,
    ...given('every', wanted.everyMinutes === undefined ? undefined : wanted.everyMinutes * minuteMs),
    ...given('packetsPerSecond', wanted.packetsPerSecond),
    ...given('concurrency', wanted.concurrency),
    ...given('ipp', wanted.ipp),
    ...given('logLevel', wanted.logLevel),
    ...given('searchHours', wanted.searchHours),
    ...(!hasOwnAccess && credentials.length > 0 && { credentials }),
    ...(wanted.sites !== undefined && { sites: mergeSites(file.sites ?? [], wanted.sites) }),
  };
}

function mergeSites(own: readonly SiteEntry[], wanted: NonNullable<RemoteSettings['sites']>): SiteEntry[] {
  const byName = new Map(wanted.map((site) => [site.name, site]));
  const excluded = own.flatMap(({ exclude }) => toList(exclude));
  const withExcluded = (site: SiteEntry): SiteEntry =>
    excluded.length === 0 ? site : { ...site, exclude: [...new Set([...toList(site.exclude), ...excluded])] };
  const names = new Set(own.map(({ name }) => name));
  return [
    ...own.map((site): SiteEntry => {
      const other = byName.get(site.name);
      if (other === undefined) return site;
      const merged: SiteEntry = { ...other, ...site };
      const adds = (site.targets === undefined && other.targets) || (site.mdns === undefined && other.mdns);
      return adds ? withExcluded(merged) : merged;
    }),
    ...wanted.filter(({ name }) => !names.has(name)).map((site) => withExcluded(site)),
  ];
}
