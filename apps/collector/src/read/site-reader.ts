import { probe } from '../discover/probe.ts';
import type { RoundTarget } from '../discover/round.ts';
import type { IppWanted } from '../ipp/read-ipp.ts';
import type { ReadSettings, Site } from '../settings/settings.ts';
import type { DeviceMemory } from '../snmp/access.ts';
import type { Transport } from '../snmp/transport.ts';
import { readDevice, type ReadOutcome } from './read-device.ts';

/**
 * Reads and probes according to the settings, through one transport. Neither throws for anything a device
 * does.
 */
export interface SiteReader {
  read(target: RoundTarget, site: Site): Promise<ReadOutcome>;
  probe(target: RoundTarget, site: Site): Promise<boolean>;
}

/** `memory` outlives the transport: access that worked in one round is used in the next. */
export function createSiteReader(
  settings: ReadSettings,
  version: string,
  transport: Transport,
  memory: DeviceMemory,
): SiteReader {
  const { timeoutMs, retries } = settings;
  return {
    read: async (target, site) =>
      readDevice(target, {
        access: site.access,
        memory,
        deadlineMs: settings.deadlineMs,
        timeoutMs,
        retries,
        ipp: toIppWanted(target, site),
        now: () => new Date(),
        collectorName: settings.name,
        collectorVersion: version,
        transport,
        ...(site.customer === undefined ? {} : { site: site.customer }),
      }),
    probe: async (target, site) => {
      const ipp = toIppWanted(target, site);
      const ippPort = ipp?.when === 'named' ? ipp.port : undefined;
      return probe(target, { transport, access: site.access, timeoutMs, retries, ippPort });
    },
  };
}

const snmpPort = 161;
const ippServices = ['_ipp._tcp.local', '_ipps._tcp.local'];

/**
 * Named and announced devices at once, searched ones once they are known to be printers; an announced one at
 * its announced port.
 */
function toIppWanted({ port, searched, announced }: RoundTarget, { ipp }: Site): IppWanted | undefined {
  if (ipp === undefined) return undefined;
  const services = announced?.services ?? [];
  const own = ippServices.flatMap((name) => services.filter(({ service }) => service === name))[0];
  if (own !== undefined) return { port: own.port, path: own.path, when: 'named' };
  if (port !== snmpPort && !ipp.atEveryPort) return undefined;
  return { port: ipp.port, when: searched ? 'printer' : 'named' };
}
