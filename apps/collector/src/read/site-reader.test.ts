import { afterEach, describe, expect, test } from 'vitest';
import { type IppAgent, startIppAgent } from '../../test/ipp-agent.ts';
import { ippRecording } from '../../test/ipp-recording.ts';
import { type IppSettings, type Site, toReadSettings } from '../settings/settings.ts';
import { DeviceMemory } from '../snmp/access.ts';
import { openTransport } from '../snmp/transport.ts';
import { createSiteReader } from './site-reader.ts';

const jammed = ippRecording('Xerox_B210.media-jam.Get-Printer-Attributes.ipp');
const settings = toReadSettings(
  { data: '/nowhere', name: 'test', targets: '127.0.0.1:9', timeout: 200, retries: 0 },
  {},
);
const transport = openTransport();
const agents: IppAgent[] = [];
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.stop()));
});

/** Reads a target without an SNMP agent, at port 9. */
async function readDeaf(
  ipp: (port: number) => IppSettings | undefined,
  target: { searched: boolean; isAnnounced?: boolean },
) {
  const agent = await startIppAgent(() => jammed);
  agents.push(agent);
  const site: Site = {
    name: 'here',
    spans: [],
    exclude: [],
    access: settings.sites[0]?.access ?? [],
    customer: undefined,
  };
  const reader = createSiteReader(settings, '0.0.0', transport, new DeviceMemory());
  const service = '_ipp._tcp.local' as const;
  const announced = {
    address: '127.0.0.1',
    name: 'Test',
    services: [{ service, port: agent.port, path: 'ipp/print' }],
    noted: {},
  };
  const outcome = await reader.read(
    { host: '127.0.0.1', port: 9, searched: target.searched, ...(target.isAnnounced === true ? { announced } : {}) },
    { ...site, ipp: ipp(agent.port) },
  );
  return { kind: outcome.kind, asked: agent.asked.length };
}

describe('targets that are read over IPP', () => {
  test('a named one at the port of the settings', async () => {
    const read = await readDeaf((port) => ({ port, atEveryPort: true }), { searched: false });
    expect(read).toEqual({ kind: 'printer', asked: 1 });
  });

  test('a searched one only if SNMP has identified a printer', async () => {
    const read = await readDeaf((port) => ({ port, atEveryPort: true }), { searched: true });
    expect(read).toEqual({ kind: 'silent', asked: 0 });
  });

  test('none with an SNMP port other than 161, unless the settings name the port of IPP', async () => {
    const read = await readDeaf((port) => ({ port, atEveryPort: false }), { searched: false });
    expect(read).toEqual({ kind: 'silent', asked: 0 });
  });

  test('an announced one at the port that it announced', async () => {
    const read = await readDeaf(() => ({ port: 631, atEveryPort: false }), {
      searched: false,
      isAnnounced: true,
    });
    expect(read).toEqual({ kind: 'printer', asked: 1 });
  });

  test('none if IPP is switched off, announced or not', async () => {
    const off = await readDeaf(() => undefined, { searched: false, isAnnounced: true });
    expect(off).toEqual({ kind: 'silent', asked: 0 });
  });
});
