import { parseReport } from '@platen/contract/parse-report';
import { describe, expect, it } from 'vitest';
import { ownRecording, readOptions, readPrinter, readServed } from '../../test/read.ts';
import { toRecorded } from '../../test/recording.ts';

const colour = ownRecording('colour-a3');
const supplyLevel = '1.3.6.1.2.1.43.11.1.1.9';
const isShort = { timeoutMs: 150, retries: 1, deadlineMs: 4000 };
/** The report without the values that differ from reading to reading. */
const whole = (await readPrinter(colour)).report;

describe('reading one device', () => {
  it('reads a colour MFP in a handful of round trips', async () => {
    const { report, notes, agent } = await readPrinter(colour);
    expect(notes).toEqual([]);
    expect(parseReport(JSON.parse(JSON.stringify(report)))).toMatchObject({ ok: true });
    expect(agent.received.getNext + agent.received.getBulk).toBeLessThanOrEqual(12);
    expect(report.identity.serial).toMatchObject({ state: 'measured', value: 'NW-0000-4711' });
    expect(report.supplies?.map((supply) => supply.index)).toEqual([
      '7.1',
      '7.2',
      '7.3',
      '7.4',
      '7.5',
      '7.6',
      '7.30',
      '7.31',
    ]);
  });

  it('is silent if no agent answers: wrong community, or no device', async () => {
    expect((await readServed(colour, { community: 'other' }, isShort)).outcome.kind).toBe('silent');
    expect((await readServed(colour, { dieAfter: 0 }, isShort)).outcome.kind).toBe('silent');
  });

  it('fails with the name if a name does not resolve', async () => {
    const { readDevice } = await import('./read-device.ts');
    const outcome = await readDevice({ host: 'no-such-host.invalid', port: 161 }, readOptions);
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('no-such-host.invalid') });
  });

  it('does not list a scanner or a host with a print queue as a printer', async () => {
    for (const name of ['document-scanner', 'print-queue-host'])
      expect((await readServed(ownRecording(name))).outcome.kind).toBe('notPrinter');
  });

  it('lists a device that reports only its identity, with nothing invented', async () => {
    const { report } = await readPrinter(ownRecording('identity-only'));
    expect(Object.keys(report).sort()).toEqual(['firmware', 'identity', 'observedAt', 'source', 'version']);
    expect(report.identity.model).toMatchObject({ value: 'e-STUDIO999AC' });
    expect(report.firmware?.system).toMatchObject({ value: 'AAXX1.100.001', evidence: { rule: 'fromDescription' } });
  });
});

describe('devices that misbehave give the same report', () => {
  it('answers SNMPv1 only: no Counter64, no exceptions, noSuchName at the end', async () => {
    expect((await readPrinter(colour, { v1Only: true })).report).toEqual(whole);
  });

  it('never answers GETBULK', async () => {
    const { report, agent } = await readPrinter(colour, { noBulk: true });
    expect(report).toEqual(whole);
    // One request with its repeats, however slow this machine is: no later table is read that way again.
    expect(agent.received.getBulk).toBeLessThanOrEqual(readOptions.retries + 4);
  });

  it.each([1, 5, 13])('answers GETBULK with error status %i', async (bulkError) => {
    expect((await readPrinter(colour, { bulkError })).report).toEqual(whole);
  });

  it('sends genErr at the end of its MIB, with and without an error index', async () => {
    expect((await readPrinter(colour, { genErrAtEnd: true })).report).toEqual(whole);
    expect((await readPrinter(colour, { genErrAtEnd: true, noErrorIndex: true })).report).toEqual(whole);
    const { report } = await readPrinter(colour, { genErrAtEnd: true, noErrorIndex: true, v1Only: true });
    expect(report).toEqual(whole);
  });

  it('accepts only small packets: tooBig halves the request', async () => {
    const { report, agent } = await readPrinter(colour, { maxSize: 484, strictSize: true });
    expect(report).toEqual(whole);
    expect(agent.received.getBulk).toBeGreaterThan(agent.received.getNext);
    expect((await readPrinter(colour, { maxSize: 160, v1Only: true })).report).toEqual(whole);
    expect((await readPrinter(colour, { maxSize: 160 })).report).toEqual(whole);
  });

  it('answers with fewer objects than requested, or with none', async () => {
    expect((await readPrinter(colour, { mostObjects: 3 })).report).toEqual(whole);
    expect((await readPrinter(colour, { mostObjects: 3, v1Only: true })).report).toEqual(whole);
    expect((await readServed(colour, { mostObjects: 0 }, isShort)).outcome.kind).not.toBe('printer');
  });

  it('answers slowly, later than the first repeat', async () => {
    const { report } = await readPrinter(colour, { delay: 250 }, { timeoutMs: 150 });
    expect(report).toEqual(whole);
  });

  it('loses three packets of ten', async () => {
    expect((await readPrinter(colour, { loss: 0.3 }, { timeoutMs: 300, retries: 3 })).report).toEqual(whole);
  });

  it('sends garbage, cut packets, other ids and other versions before each answer', async () => {
    const noise = (request: Uint8Array): Uint8Array[] => [
      Uint8Array.from([]),
      Uint8Array.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x02]),
      request,
      request.subarray(0, request.length - 3),
      Buffer.from('30290201010406707562', 'hex'),
      // A well-formed response to a request that was never made.
      Buffer.from('302602010104067075626c6963a21902047fffffff020100020100300b300906052b06010201020101', 'hex'),
      Buffer.alloc(1400, 0x30),
    ];
    expect((await readPrinter(colour, { noise })).report).toEqual(whole);
  });

  it('walks in a loop: a table that does not advance ends, the others remain', async () => {
    const loop = { after: `${supplyLevel}.7.31`, next: `${supplyLevel}.7.1` };
    for (const quirks of [{ loop }, { loop, noBulk: true }]) {
      const { report, notes } = await readPrinter(colour, quirks);
      expect(report).toEqual(whole);
      expect(notes.join()).toContain('does not follow');
    }
  });

  it('has an endless table: it is cut with a note, in bounded space', async () => {
    const endless = { prefix: '1.3.6.1.2.1.43.18.1.1.8.7', octets: 3 };
    const { report, notes } = await readPrinter(colour, { endless });
    expect(report.status?.alerts).toHaveLength(512);
    expect(notes.join()).toContain('alerts: cut after');
    expect(report.supplies).toEqual(whole.supplies);
    expect(parseReport(JSON.parse(JSON.stringify(report)))).toMatchObject({ ok: true });
    const large = await readPrinter(colour, { endless: { ...endless, octets: 1200 } });
    expect(large.notes.join()).toContain('alerts: cut, the device sends more than a report can use');
    expect(large.report.supplies).toEqual(whole.supplies);
  });
});

describe('devices that die', () => {
  it('fails if it falls silent before it is identified', async () => {
    const read = await Promise.all([1, 2].map((dieAfter) => readServed(colour, { dieAfter, v1Only: true }, isShort)));
    for (const { outcome } of read)
      expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/silent/) });
  });

  it('reports only tables that were read completely, and names the others', async () => {
    const seen = new Set<string>();
    // Concurrently: each waits seconds for a device that is silent.
    const read = await Promise.all([2, 3, 4, 5, 6, 7, 8].map((dieAfter) => readServed(colour, { dieAfter }, isShort)));
    for (const { outcome } of read) {
      if (outcome.kind !== 'printer') continue;
      const { report, notes } = outcome;
      expect(report.identity).toEqual(whole.identity);
      for (const section of ['supplies', 'inputs', 'covers', 'counters'] as const)
        expect([undefined, JSON.stringify(whole[section])]).toContain(JSON.stringify(report[section]));
      expect(report.supplies === undefined).toBe(/not read to the end:.* supplies/.test(notes.join()));
      seen.add(report.supplies === undefined ? 'without supplies' : 'with supplies');
    }
    expect([...seen].sort()).toEqual(['with supplies', 'without supplies']);
  });

  it('ends at the deadline, however slowly the device answers', async () => {
    const { outcome } = await readServed(colour, { delay: 300, noBulk: true }, { deadlineMs: 1500, timeoutMs: 1000 });
    expect(outcome.kind).toBe('failed');
  });
});

describe('invalid values', () => {
  const patched = (lines: string) => {
    const replaced = toRecorded(lines);
    const names = new Set(replaced.map((object) => object.oid));
    return [...colour.filter((object) => !names.has(object.oid)), ...replaced].sort((a, b) =>
      a.oid === b.oid ? 0 : 1,
    );
  };

  it('a value of another type affects only itself', async () => {
    const objects = patched(`${supplyLevel}.7.1|4|36\n1.3.6.1.2.1.25.3.5.1.2.7|2|7\n1.3.6.1.2.1.43.10.2.1.4.7.1|2|-2`);
    const byOid = objects.sort((a, b) => a.oid.localeCompare(b.oid, 'en', { numeric: true }));
    const { report } = await readPrinter(byOid);
    expect(report.supplies?.[0]?.percent.state).toBe('unknown');
    expect(report.status?.detectedErrors).toBeUndefined();
    expect(report.counters?.total?.reading.state).toBe('unknown');
    expect(report.supplies?.slice(1)).toEqual(whole.supplies?.slice(1));
  });
});
