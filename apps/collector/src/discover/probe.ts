import { connect } from 'node:net';
import type { Access } from '../snmp/access.ts';
import { type Knocked, knock } from '../snmp/probe.ts';
import { readEndpoint, type Transport } from '../snmp/transport.ts';
import type { Target } from '../settings/targets.ts';

export interface ProbeOptions {
  transport: Transport;
  access: readonly Access[];
  timeoutMs: number;
  retries: number;
  /** Where IPP is spoken beside SNMP; somebody who takes connections there is somebody too. */
  ippPort?: number | undefined;
}

/** sysDescr and what follows it: every SNMP agent has something behind it. */
const anything = { kind: 'getNext', oids: ['1.3.6.1.2.1.1'] } as const;

/**
 * Does anybody answer there, over SNMP in any version or, where a port is given, by taking a connection for IPP? Most addresses of a
 * network do not, and asking costs one small packet or some: many more can be asked at a time than read.
 * True also where asking itself fails, so that reading says why.
 */
export async function probe(target: Target, { access, ippPort, ...options }: ProbeOptions): Promise<boolean> {
  try {
    const endpoint = await readEndpoint(target.host, target.port);
    const deadline = performance.now() + options.timeoutMs * (options.retries + 2) * 2;
    const knocking = knock({ ...options, endpoint, deadline }, access, anything);
    if (ippPort === undefined) return isSomebody(await knocking);
    const connecting = connects(endpoint.address, ippPort, options.timeoutMs);
    const first = await Promise.race([knocking.then(isSomebody), connecting]);
    return first || isSomebody(await knocking) || (await connecting);
  } catch {
    return true;
  }
}

/** Answers from another address count: reading tells what that means. */
const isSomebody = ({ opening, strayed }: Knocked): boolean => opening !== undefined || strayed.size > 0;

/** Whether a connection is taken; nothing is sent on it. */
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
