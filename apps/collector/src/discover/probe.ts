import { connect } from 'node:net';
import type { Target } from '../settings/targets.ts';
import type { Access } from '../snmp/access.ts';
import { type Probed, probeAccess } from '../snmp/probe.ts';
import { readEndpoint, type Transport } from '../snmp/transport.ts';

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
