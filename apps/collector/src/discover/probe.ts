import { openSession } from '../snmp/session.ts';
import { readEndpoint, type Transport } from '../snmp/transport.ts';
import type { Target } from './targets.ts';

export interface ProbeOptions {
  transport: Transport;
  community: string;
  timeoutMs: number;
  retries: number;
}

/** sysDescr and what follows it: every SNMP agent has something behind it. */
const anything = { kind: 'getNext', oids: ['1.3.6.1.2.1.1'] } as const;

/**
 * Does anybody answer SNMP there, in any version? Most addresses of a network do not, and asking costs one small packet or three:
 * many more can be asked at a time than read. True also where asking itself fails, so that reading says why.
 */
export async function probe(target: Target, options: ProbeOptions): Promise<boolean> {
  try {
    const endpoint = await readEndpoint(target.host, target.port);
    const deadline = performance.now() + options.timeoutMs * (options.retries + 2) * 2;
    return (await openSession({ ...options, endpoint, deadline }, ['2c', '1'], anything)) !== undefined;
  } catch {
    return true;
  }
}
