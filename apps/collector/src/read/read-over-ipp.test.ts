import { parseReport } from '@platen/contract/parse-report';
import { afterEach, describe, expect, test } from 'vitest';
import { type IppAgent, integers, ippAnswer, keywords, names, startIppAgent, text } from '../../test/ipp-agent.ts';
import { ippRecording } from '../../test/ipp-recording.ts';
import { ownRecording, readOptions, readServed } from '../../test/read.ts';
import { readDevice } from './read-device.ts';

const colour = ownRecording('colour-a3');
const jammed = ippRecording('Xerox_B210.media-jam.Get-Printer-Attributes.ipp');
/** No agent listens for SNMP there. */
const deaf = { host: '127.0.0.1', port: 9 };
const short = { timeoutMs: 400, retries: 0 };

const agents: IppAgent[] = [];
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.stop()));
});
async function ippAgent(...given: Parameters<typeof startIppAgent>): Promise<IppAgent> {
  const agent = await startIppAgent(...given);
  agents.push(agent);
  return agent;
}

describe('reading a device over SNMP and IPP', () => {
  test.each([false, true])('a named printer that supports only IPP is a printer too (TLS: %s)', async (tls) => {
    const { port } = await ippAgent(() => jammed, { tls });
    const outcome = await readDevice(deaf, { ...readOptions, ...short, ipp: { port, when: 'named' } });
    if (outcome.kind !== 'printer') throw new Error(`read ${JSON.stringify(outcome)}`);
    expect(parseReport(JSON.parse(JSON.stringify(outcome.report)))).toMatchObject({ ok: true, warnings: [] });
    expect(outcome.report.identity.macAddresses).toEqual(['9C:93:4E:AC:2F:55']);
    expect(outcome.report.status).toMatchObject({ printerState: 'stopped', stateReasons: ['media-jam-error'] });
  });

  test('both are merged: levels of SNMP, state of IPP, differences as contradicting values', async () => {
    const { port } = await ippAgent(() =>
      ippAnswer([
        text('printer-device-id', 'MFG:Acme;MDL:A3;SN:ANOTHER-1;'),
        names('marker-names', 'Cyan Toner'),
        keywords('marker-types', 'toner'),
        names('marker-colors', '#00FFFF'),
        integers('marker-levels', 1),
        keywords('printer-state-reasons', 'media-jam-error'),
      ]),
    );
    const { outcome } = await readServed(colour, {}, { ipp: { port, when: 'printer' } });
    if (outcome.kind !== 'printer') throw new Error(`read ${JSON.stringify(outcome)}`);
    const { identity, supplies = [], status } = outcome.report;
    expect(identity.serial).toMatchObject({
      value: 'NW-0000-4711',
      evidence: { protocol: 'snmp', contradictedBy: [{ protocol: 'ipp', source: 'printer-device-id' }] },
    });
    const cyan = supplies.filter(({ tonerColor }) => tonerColor === 'cyan');
    expect(cyan).toHaveLength(1);
    expect(cyan[0]?.percent).toMatchObject({
      evidence: { protocol: 'snmp', contradictedBy: [{ source: 'marker-levels', raw: '1' }] },
    });
    expect(status?.stateReasons).toEqual(['media-jam-error']);
    expect(parseReport(JSON.parse(JSON.stringify(outcome.report)))).toMatchObject({ ok: true, warnings: [] });
  });

  test('a closed IPP port does not affect the SNMP values', async () => {
    const closed = await startIppAgent(() => jammed);
    await closed.stop();
    const { outcome } = await readServed(colour, {}, { ipp: { port: closed.port, when: 'printer' } });
    const { outcome: alone } = await readServed(colour);
    expect(outcome).toEqual(alone);
  });

  test('an IPP port that never answers ends by the deadline, with the SNMP values', async () => {
    const { port } = await ippAgent(() => undefined);
    const { outcome } = await readServed(colour, {}, { deadlineMs: 3000, ipp: { port, when: 'printer' } });
    const { outcome: alone } = await readServed(colour);
    expect(outcome).toEqual(alone);
  });

  test('a device that SNMP identifies as no printer is not read over IPP, unless it was named', async () => {
    const printer = await ippAgent(() => jammed);
    const scanner = ownRecording('document-scanner');
    const searched = await readServed(scanner, {}, { ipp: { port: printer.port, when: 'printer' } });
    expect(searched.outcome.kind).toBe('notPrinter');
    expect(printer.asked).toHaveLength(0);
  });

  test('without IPP no request is sent', async () => {
    const printer = await ippAgent(() => jammed);
    await readServed(colour);
    expect(printer.asked).toHaveLength(0);
  });
});
