import type { CollectorSettings, SettingEntry, SettingKey } from '@platen/contract/remote-settings';

/** One line of the table: what is in force, and what is wanted of it. */
export interface SettingRow {
  readonly key: SettingKey;
  readonly site: string | undefined;
  readonly inForce: SettingEntry | undefined;
  /** Undefined: it is left to the site. */
  readonly wanted: SettingEntry['value'] | undefined;
}

const minuteMs = 60_000;

/** The wanted settings in the form of those in force. */
function toWanted({ settings, credentials }: Pick<CollectorSettings, 'settings' | 'credentials'>): SettingEntry[] {
  const entries: SettingEntry[] = [];
  const add = (key: SettingKey, value: SettingEntry['value'] | undefined, site?: string) => {
    if (value !== undefined) entries.push({ key, value, from: 'portal', ...(site !== undefined && { site }) });
  };
  const { searchHours: hours } = settings;
  add('every', settings.everyMinutes === undefined ? undefined : settings.everyMinutes * minuteMs);
  add('packetsPerSecond', settings.packetsPerSecond);
  add('concurrency', settings.concurrency);
  add('ipp', settings.ipp);
  add('logLevel', settings.logLevel);
  add('searchHours', hours === undefined ? undefined : `${hours.from}–${hours.to}`);
  add('credentials', credentials.length === 0 ? undefined : credentials.map(({ kind, name }) => `${kind}: ${name}`));
  for (const site of settings.sites ?? []) {
    add('targets', site.targets, site.name);
    add('exclude', site.exclude, site.name);
    add('mdns', site.mdns, site.name);
    add('siteIpp', site.ipp, site.name);
    const { customerNumber, customerName, description, dealerNumber, dealerName } = site;
    const customer = [customerNumber, customerName, description, dealerNumber, dealerName].flatMap(
      (text) => text ?? [],
    );
    add('customer', customer.length === 0 ? undefined : customer, site.name);
  }
  return entries;
}

/** Each entry that is in force or wanted, once, those in force first. */
export function toRows(shown: CollectorSettings): SettingRow[] {
  const inForce = shown.effective?.entries ?? [];
  const wanted = toWanted(shown);
  const isSame = (a: SettingEntry, b: SettingEntry) => a.key === b.key && a.site === b.site;
  return [
    ...inForce.map((entry) => ({
      key: entry.key,
      site: entry.site,
      inForce: entry,
      wanted: wanted.find((other) => isSame(entry, other))?.value,
    })),
    ...wanted
      .filter((entry) => !inForce.some((other) => isSame(entry, other)))
      .map((entry) => ({ key: entry.key, site: entry.site, inForce: undefined, wanted: entry.value })),
  ];
}

export const isSameValue = (a: SettingEntry['value'] | undefined, b: SettingEntry['value'] | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The row that a problem is about: `sites[0].targets[1]` is the targets of the first wanted site. */
export function isAbout(place: string, { key, site }: SettingRow, { settings }: CollectorSettings): boolean {
  const [, index, name] = /^sites\[(\d+)\](?:\.(\w+))?/.exec(place) ?? [];
  if (index !== undefined)
    return site === settings.sites?.[Number(index)]?.name && (name === undefined || key === name);
  const whole = place.split(/[.[]/)[0];
  return key === whole || (whole === 'everyMinutes' && key === 'every');
}
