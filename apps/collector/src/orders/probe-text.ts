import { connect } from 'node:net';
import type { Access } from '../snmp/access.ts';
import { openDevice } from '../snmp/open.ts';
import { readEndpoint, type Transport } from '../snmp/transport.ts';
import type { SiteTarget } from './find-targets.ts';

export interface ProbeTextOptions {
  readonly transport: Transport;
  readonly timeoutMs: number;
  /** Names of the credentials in their order, where they have any. */
  readonly names: readonly string[];
}

const anything = { kind: 'getNext', oids: ['1.3.6.1.2.1.1'] } as const;
const deadlineMs = 60_000;

/** What answers at an address: each SNMP version with each credential by name, and the ports of IPP. */
export async function toProbeText({ target, site }: SiteTarget, options: ProbeTextOptions): Promise<string> {
  const { transport, timeoutMs, names } = options;
  const endpoint = await readEndpoint(target.host, target.port);
  const lines: string[] = [];
  for (const [i, access] of site.access.entries())
    for (const [version, one] of toVersions(access)) {
      const opened = await openDevice(
        { transport, endpoint, access: [one], timeoutMs, retries: 1, deadline: performance.now() + deadlineMs },
        anything,
      );
      const name = names[i] ?? `credential ${i + 1} (${access.kind})`;
      lines.push(
        `SNMP ${version}, ${name}: ${opened.kind === 'open' ? 'answers' : `${opened.kind}: ${opened.reason}`}`,
      );
    }
  if (site.ipp === undefined) lines.push('IPP: switched off here');
  else {
    const { port } = site.ipp;
    const isOpen = await connects(endpoint.address, port, timeoutMs);
    lines.push(`IPP, port ${port}: ${isOpen ? 'accepts connections' : 'no connection'}`);
  }
  return lines.join('\n');
}

const toVersions = (access: Access): (readonly [string, Access])[] =>
  access.kind === 'user'
    ? [['v3', access]]
    : access.versions.map((version) => [`v${version}`, { ...access, versions: [version] }]);

function connects(host: string, port: number, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket
      .once('connect', () => end(true))
      .once('timeout', () => end(false))
      .once('error', () => end(false));
  });
}
