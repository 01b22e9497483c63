import type { EffectiveSettings, SettingEntry, SettingSource, WantedDocument } from '@platen/contract/remote-settings';
import type { Enrolment } from '../settings/enrolment.ts';
import type { GivenSettings, Settings } from '../settings/settings.ts';
import type { SettingsFile, SiteEntry } from '../settings/settings-file.ts';

interface Sources {
  readonly given: GivenSettings;
  readonly file: SettingsFile;
  readonly enrolment: Enrolment | undefined;
  readonly wanted: WantedDocument | undefined;
  /** Undefined: targets of the command line or the environment. */
  readonly sites: readonly SiteEntry[] | undefined;
}

const mostTexts = 1000;
const toTexts = (list: SiteEntry['targets']): string[] =>
  (list === undefined ? [] : typeof list === 'string' ? list.split(/[\s,]+/) : list)
    .filter((text) => text !== '')
    .slice(0, mostTexts)
    .map((text) => text.slice(0, 280));

/** The settings in force, each with who decided on it; no secret is among them (CF-10, CF-13). */
export function toEffective(sources: Sources, settings: Settings): Pick<EffectiveSettings, 'entries'> {
  const { given, file, enrolment, wanted } = sources;
  const { settings: remote = {} } = wanted ?? {};
  const own: Readonly<Record<string, unknown>> = { ...file, ...definedOf(given) };
  const from = (name: string, isWanted: boolean, otherwise: SettingSource = 'default'): SettingSource =>
    own[name] !== undefined ? 'site' : isWanted ? 'portal' : otherwise;
  const { searchHours } = settings;
  const entries: SettingEntry[] = [
    {
      key: 'every',
      value: settings.everyMs ?? 0,
      from: from('every', remote.everyMinutes !== undefined, enrolment ? 'enrolment' : 'default'),
    },
    {
      key: 'packetsPerSecond',
      value: settings.packetsPerSecond,
      from: from('packetsPerSecond', remote.packetsPerSecond !== undefined),
    },
    { key: 'concurrency', value: settings.concurrency, from: from('concurrency', remote.concurrency !== undefined) },
    { key: 'ipp', value: (file.ipp ?? remote.ipp) !== false, from: from('ipp', remote.ipp !== undefined) },
    { key: 'logLevel', value: settings.logLevel, from: from('logLevel', remote.logLevel !== undefined) },
    {
      key: 'searchHours',
      value: searchHours === undefined ? '' : `${searchHours.from}–${searchHours.to}`,
      from: from('searchHours', remote.searchHours !== undefined),
    },
    toCredentials(sources),
  ];
  return { entries: [...entries, ...toSiteEntries(sources)].slice(0, 2000) };
}

const definedOf = (given: GivenSettings) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** Kinds of those of the site, kinds and names of those of the portal: no user, no community. */
function toCredentials({ given, file, wanted }: Sources): SettingEntry {
  const own = [
    ...(given.user === undefined ? [] : ['user']),
    ...(given.community === undefined ? [] : ['community']),
    ...(file.credentials ?? []).map(({ community }) => (community === undefined ? 'user' : 'community')),
    ...(file.community === undefined ? [] : ['community']),
  ];
  if (own.length > 0) return { key: 'credentials', value: own.slice(0, mostTexts), from: 'site' };
  const { credentials = [] } = wanted ?? {};
  return credentials.length === 0
    ? { key: 'credentials', value: ['community: public'], from: 'default' }
    : { key: 'credentials', value: credentials.map(({ kind, name }) => `${kind}: ${name}`), from: 'portal' };
}

const customerKeys = ['customerNumber', 'customerName', 'description', 'dealerNumber', 'dealerName'] as const;

function toSiteEntries({ given, file, wanted, sites, enrolment }: Sources): SettingEntry[] {
  if (sites === undefined)
    return [
      { site: 'targets', key: 'targets', value: toTexts(given.targets), from: 'site' },
      ...(given.exclude === undefined
        ? []
        : [{ site: 'targets', key: 'exclude' as const, value: toTexts(given.exclude), from: 'site' as const }]),
      { site: 'targets', key: 'mdns', value: given.mdns === true, from: 'site' },
    ];
  const own = new Map(file.sites?.map((site) => [site.name, site]));
  const remote = new Map(wanted?.settings.sites?.map((site) => [site.name, site]));
  const otherwise: SettingSource = enrolment !== undefined && own.size + remote.size === 0 ? 'enrolment' : 'default';
  return sites.flatMap((site): SettingEntry[] => {
    const [mine, theirs] = [own.get(site.name), remote.get(site.name)];
    const from = (name: keyof SiteEntry & keyof NonNullable<typeof theirs>): SettingSource =>
      mine?.[name] !== undefined ? 'site' : theirs?.[name] !== undefined ? 'portal' : otherwise;
    const name = site.name.slice(0, 256);
    const customer = customerKeys.flatMap((key) => site[key] ?? []);
    const customerKey = customerKeys.find((key) => mine?.[key] !== undefined) ?? customerKeys.find((key) => site[key]);
    return [
      { site: name, key: 'targets', value: toTexts(site.targets), from: from('targets') },
      ...(site.exclude === undefined
        ? []
        : [{ site: name, key: 'exclude' as const, value: toTexts(site.exclude), from: from('exclude') }]),
      { site: name, key: 'mdns', value: site.mdns !== undefined && site.mdns !== false, from: from('mdns') },
      ...(site.ipp === undefined
        ? []
        : [{ site: name, key: 'siteIpp' as const, value: site.ipp !== false, from: from('ipp') }]),
      ...(customer.length === 0
        ? []
        : [{ site: name, key: 'customer' as const, value: customer, from: from(customerKey ?? 'customerName') }]),
    ];
  });
}
