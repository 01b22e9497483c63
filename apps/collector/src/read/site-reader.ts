import { connect } from 'node:net';
import type { ReadOutcome, RoundTarget } from '../discover/visit.ts';
import type { IppWanted } from '../ipp/read-ipp.ts';
import type { ReadSettings, Site } from '../settings/settings.ts';
import type { Target } from '../settings/targets.ts';
import type { Access, DeviceMemory } from '../snmp/access.ts';
import { type Probed, probeAccess } from '../snmp/probe.ts';
import { readEndpoint, type Transport } from '../snmp/transport.ts';
import { readDevice } from './read-device.ts';

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

export interface ProbeOptions {
  transport: Transport;
  access: readonly Access[];
  timeoutMs: number;
  retries: number;
  /** IPP port, in addition to SNMP: a host that accepts connections there counts as present. */
  ippPort?: number | undefined;
}

/** sysDescr and its successor: every SNMP agent has an object after it. */
const anything = { kind: 'getNext', oids: ['1.3.6.1.2.1.1'] } as const;

/**
 * Whether a host answers, over SNMP in any version or, if a port is given, by accepting a connection for IPP.
 * Most addresses of a network do not, and a probe costs a few small packets: many more can be probed at a
 * time than read. True if the probe itself fails, so that the reading reports the reason.
 */
export async function probe(target: Target, { access, ippPort, ...options }: ProbeOptions): Promise<boolean> {
  try {
    const endpoint = await readEndpoint(target.host, target.port);
    const deadline = performance.now() + options.timeoutMs * (options.retries + 2) * 2;
    const probing = probeAccess({ ...options, endpoint, deadline }, access, anything);
    if (ippPort === undefined) return hasAnswered(await probing);
    const connecting = connects(endpoint.address, ippPort, options.timeoutMs);
    const first = await Promise.race([probing.then(hasAnswered), connecting]);
    return first || hasAnswered(await probing) || (await connecting);
  } catch {
    return true;
  }
}

/** Answers from another address count: the reading finds out what that means. */
const hasAnswered = ({ opening, strayed }: Probed): boolean => opening !== undefined || strayed.size > 0;

/** Whether a connection is accepted; nothing is sent on it. */
async function connects(host: string, port: number, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
