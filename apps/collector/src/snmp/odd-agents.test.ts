import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { startAgent } from '../../test/agent.ts';
import { ownRecording, readOptions, readPrinter, readServed } from '../../test/read.ts';
import { toRecorded } from '../../test/recording.ts';
import { readDevice } from '../read/read-device.ts';
import { byCommunity } from './access.ts';
import { createPace } from './session.ts';

const colour = ownRecording('colour-a3');
const whole = (await readPrinter(colour)).report;
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
const supplies = '1.3.6.1.2.1.43.11.1.1';

describe('devices that answer late', () => {
  // The usual limits of a site, shortened ten times: 2 s for an answer, so 4 s and more until a printer has
  // woken up.
  const tenth = { timeoutMs: 200, retries: 1 };

  it('after idling: the first answer takes twice the time limit, and is read without a storm of repeats', async () => {
    const { report, notes, agent } = await readPrinter(colour, { idle: { afterMs: 60_000, wakingMs: 400 } }, tenth);
    expect(report).toEqual(whole);
    expect(notes).toEqual([]);
    // One request, and once more in both versions.
    expect(agent.mostInARow).toBeLessThanOrEqual(3);
  });

  it('in the middle of a walk: a device that has been quick may pause for twice the time limit', async () => {
    const agent = await startAgent(colour, { pause: { afterAnswers: 3, ms: 400 } });
    const outcome = await readDevice({ host: '127.0.0.1', port: agent.port }, { ...readOptions, ...tenth });
    await agent.stop();
    expect(outcome).toMatchObject({ kind: 'printer', report: whole });
    expect(agent.mostInARow).toBeLessThanOrEqual(5);
  });

  it('always: it is read, and a wait that was too short is not repeated before the next request', async () => {
    expect((await readPrinter(colour, { delay: 300 }, tenth)).report).toEqual(whole);
    const pace = createPace(2000);
    expect(pace.waitMs).toBe(2000);
    pace.learn(undefined, 3000);
    expect(pace.waitMs).toBe(3000);
    pace.learn(2900, 2900);
    expect(pace.waitMs).toBe(pace.longestWaitMs);
    for (let answer = 0; answer < 60; answer++) pace.learn(20, 20);
    expect(pace.waitMs).toBe(200);
  });

  it('more than once: each answer three times changes nothing', async () => {
    expect((await readPrinter(colour, { copies: 3 })).report).toEqual(whole);
    expect((await readPrinter(colour, { copies: 3, delay: 250 }, { timeoutMs: 150 })).report).toEqual(whole);
  });
});

describe('where answers come from', () => {
  it('another port of the same host is accepted, as some print servers use one', async () => {
    expect((await readPrinter(colour, { answersFrom: { port: 'other' } })).report).toEqual(whole);
  });

  it.skipIf(process.platform !== 'linux')(
    'another address is not the device that was asked; the reason names it',
    async () => {
      const { outcome } = await readServed(
        colour,
        { answersFrom: { address: '127.0.0.2' } },
        { timeoutMs: 150, retries: 0 },
      );
      expect(outcome).toMatchObject({
        kind: 'silent',
        reason: expect.stringContaining('127.0.0.2 answered in its place'),
      });
    },
  );

  it.skipIf(!hasIpv6)('an IPv6 address, however it is spelled', async () => {
    const agent = await startAgent(colour, { host: '::1' });
    const outcome = await readDevice({ host: '0:0:0::0:1', port: agent.port }, readOptions);
    await agent.stop();
    const address = { ...whole.source, address: '0:0:0::0:1' };
    expect(outcome).toMatchObject({ kind: 'printer', report: { ...whole, source: address } });
  });
});

describe('communities', () => {
  it('are tried in the order of the list', async () => {
    const access = ['first', 'second', 'third'].map(byCommunity);
    const { outcome, agent } = await readServed(colour, { community: 'third' }, { access, timeoutMs: 200 });
    expect(outcome).toMatchObject({ kind: 'printer', report: whole });
    expect(agent.received.getBulk).toBeGreaterThan(0);
  });
});

describe('tables laid out otherwise', () => {
  it('supplies indexed N.0.X instead of N.1.X keep their index', async () => {
    const lines = [
      '1.3.6.1.2.1.1.1.0|4|Officejet',
      '1.3.6.1.2.1.25.3.2.1.2.1|6|1.3.6.1.2.1.25.3.1.5',
      '1.3.6.1.2.1.43.5.1.1.17.1|4|SERIAL-1',
      ...[1, 2].flatMap((row) => [
        `${supplies}.4.0.${row}|2|3`,
        `${supplies}.5.0.${row}|2|5`,
        `${supplies}.6.0.${row}|4|Ink ${row}`,
        `${supplies}.8.0.${row}|2|200`,
        `${supplies}.9.0.${row}|2|${50 * row}`,
      ]),
    ];
    const { report } = await readPrinter(toRecorded(lines.join('\n')));
    expect(report.supplies).toMatchObject([
      { index: '0.1', description: 'Ink 1', percent: { value: 25 } },
      { index: '0.2', description: 'Ink 2', percent: { value: 50 } },
    ]);
  });

  it('rows that lack columns report what they have and nothing more', async () => {
    const torn = colour.filter(
      ({ oid }) => !['6.7.2', '8.7.3', '9.7.4', '9.7.31'].some((cell) => oid === `${supplies}.${cell}`),
    );
    for (const quirks of [{}, { noBulk: true }, { v1Only: true }, { mostObjects: 5 }]) {
      const { report } = await readPrinter(torn, quirks);
      expect(report.supplies).toHaveLength(whole.supplies?.length ?? 0);
      const byIndex = new Map(report.supplies?.map((supply) => [supply.index, supply]));
      expect(byIndex.get('7.2')?.description).toBeUndefined();
      for (const index of ['7.3', '7.4', '7.31']) expect(byIndex.get(index)?.percent.state).not.toBe('measured');
      expect(byIndex.get('7.1')).toEqual(whole.supplies?.[0]);
    }
  });
});
