import type { Access } from '../snmp/access.ts';
import { knock } from '../snmp/knock.ts';
import { readEndpoint, type Transport } from '../snmp/transport.ts';
import type { Target } from './targets.ts';

export interface ProbeOptions {
  transport: Transport;
  access: readonly Access[];
  timeoutMs: number;
  retries: number;
}

/** sysDescr and what follows it: every SNMP agent has something behind it. */
const anything = { kind: 'getNext', oids: ['1.3.6.1.2.1.1'] } as const;

/**
 * Does anybody answer SNMP there, in any version? Most addresses of a network do not, and asking costs one small packet or some:
 * many more can be asked at a time than read. True also where asking itself fails, so that reading says why.
 */
export async function probe(target: Target, { access, ...options }: ProbeOptions): Promise<boolean> {
  try {
    const endpoint = await readEndpoint(target.host, target.port);
    const deadline = performance.now() + options.timeoutMs * (options.retries + 2) * 2;
    const { opening, strayed } = await knock({ ...options, endpoint, deadline }, access, anything);
    // Answers from another address: reading tells what that means.
    return opening !== undefined || strayed.size > 0;
  } catch {
    return true;
  }
}
