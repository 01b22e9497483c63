import { describe, expect, it } from 'vitest';
import { readPrinter } from '../../test/read.ts';
import { type Recorded, toRecorded } from '../../test/recording.ts';

const base = [
  '1.3.6.1.2.1.1.1.0|4|printer',
  '1.3.6.1.2.1.43.5.1.1.17.1|4|AB12345',
  '1.3.6.1.2.1.43.10.2.1.4.1.1|65|900',
];
const device = (...lines: string[]): Recorded[] => toRecorded([...base, ...lines].join('\n'));
const canon = device(
  '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.1602.4.7',
  '1.3.6.1.4.1.1602.1.1.1.4.0|4|65.23',
  '1.3.6.1.4.1.1602.1.11.1.3.1.4.101|65|900',
  '1.3.6.1.4.1.1602.1.11.1.3.1.4.102|65|990',
  '1.3.6.1.4.1.1602.1.11.1.3.1.4.108|65|600',
  '1.3.6.1.4.1.1602.1.11.2.1.1.2.1|4|Copy (Total 1)',
  '1.3.6.1.4.1.1602.1.11.2.1.1.3.1|65|300',
);
const nameless = device('1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.99999.1');
const requestsOf = (agent: { received: Record<string, number> }): number =>
  Object.values(agent.received).reduce((sum, count) => sum + count, 0);

describe("the maker's own objects", () => {
  it.each([
    ['by v2c', {}],
    ['by v1', { v1Only: true }],
    ['without GETBULK', { noBulk: true }],
    ['with genErr at the end of the MIB', { genErrAtEnd: true }],
    ['in small packets', { maxSize: 300 }],
    ['with errors that do not name the object', { v1Only: true, noErrorIndex: true }],
  ])('are read %s', async (_, quirks) => {
    const { report } = await readPrinter(canon, quirks);
    expect(report.firmware?.system).toMatchObject({ value: '65.23' });
    expect(report.counters?.black).toMatchObject({ unit: 'impressions', reading: { value: 600 } });
    expect(report.counters?.byFunction).toMatchObject([
      { function: 'copy', reading: { value: 300 } },
      { unit: 'weighted', reading: { value: 990 } },
    ]);
  });

  it('cost a few packets, and one for an unknown maker', async () => {
    const plain = await readPrinter(nameless);
    const own = await readPrinter(canon);
    const asked = requestsOf(own.agent) - requestsOf(plain.agent);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(3);
  });

  it('cost a few packets more if only small ones are answered', async () => {
    const plain = await readPrinter(nameless, { maxSize: 300 });
    const own = await readPrinter(canon, { maxSize: 300 });
    expect(requestsOf(own.agent) - requestsOf(plain.agent)).toBeLessThanOrEqual(9);
  });

  it.each([
    ['by v1', { v1Only: true }],
    ['with genErr', { genErrAtEnd: true, noBulk: true }],
  ])('beyond the end of its MIB, reported %s, cost no packet each', async (_, quirks) => {
    const plain = await readPrinter(nameless, quirks);
    const toshiba = device('1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.1129.2.3.45.1', '1.3.6.1.4.1.1129.1.1.0|2|1');
    const own = await readPrinter(toshiba, quirks);
    expect(requestsOf(own.agent) - requestsOf(plain.agent)).toBeLessThanOrEqual(4);
  });

  it('of several possible builders only the one whose tree exists is asked', async () => {
    const dell = device(
      '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.674.10898.10.52',
      '1.3.6.1.4.1.641.2.1.2.1.4.1|4|LR.HS.P242',
      '1.3.6.1.4.1.641.6.2.3.1.5.1|4|ZZ12345',
    );
    const { report } = await readPrinter(dell);
    expect(report.firmware?.system).toMatchObject({ value: 'LR.HS.P242' });
    expect(report.identity.serial?.evidence?.contradictedBy).toMatchObject([
      { name: 'deviceSerialNumber', raw: 'ZZ12345' },
    ]);
  });

  it('that get no more answers leave the standard ones unchanged, with a note', async () => {
    const whole = await readPrinter(canon);
    for (const fewer of [1, 2]) {
      const dieAfter = whole.agent.answered - fewer;
      const { report, notes } = await readPrinter(canon, { dieAfter }, { timeoutMs: 60, retries: 0 });
      expect(report.counters?.markers).toEqual(whole.report.counters?.markers);
      expect(notes.join()).toContain("the maker's own objects were not read to the end");
    }
  });
});
