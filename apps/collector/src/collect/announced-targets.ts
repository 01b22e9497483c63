import type { AnnouncedPrinter } from '../discover/announced.ts';
import { searchMdns } from '../discover/mdns.ts';
import type { RoundTarget } from '../discover/round.ts';
import type { KnownDevice } from '../known/state.ts';
import type { Site } from '../settings/settings.ts';
import { isAmong } from '../settings/targets.ts';

interface Further {
  target: RoundTarget;
  site: Site;
}

/**
 * The printers that announce themselves now, each for the first site that searches for them and does not
 * exclude it.
 */
export async function searchAnnounced(sites: readonly Site[], signal: AbortSignal): Promise<Further[]> {
  const searches = new Map<string, Promise<AnnouncedPrinter[]>>();
  for (const { mdns } of sites)
    if (mdns !== undefined && !searches.has(toKey(mdns))) searches.set(toKey(mdns), searchMdns(mdns, signal));
  const found: Further[] = [];
  for (const site of sites) {
    if (site.mdns === undefined) continue;
    const { snmpPort } = site.mdns;
    for (const announced of (await searches.get(toKey(site.mdns))) ?? []) {
      const target = { host: announced.address, port: snmpPort, searched: false, announced };
      if (!isAmong(site.exclude, target)) found.push({ target, site });
    }
  }
  return found;
}

/**
 * Printers that announced themselves before: one that sleeps may not announce itself, and still answer when
 * it is read.
 */
export function toAnnouncedBefore(sites: readonly Site[], devices: readonly KnownDevice[]): Further[] {
  const byName = new Map(sites.map((site) => [site.name, site]));
  return devices.flatMap((device) => {
    const site = byName.get(device.site);
    const [, host, port] = /^(.*):(\d+)$/.exec(device.address) ?? [];
    if (device.found !== 'announced' || site?.mdns === undefined || host === undefined) return [];
    const target = { host, port: Number(port), searched: false };
    return isAmong(site.exclude, target) ? [] : [{ target, site }];
  });
}

const toKey = ({ address, port, waitMs }: NonNullable<Site['mdns']>) => `${address} ${port} ${waitMs}`;
