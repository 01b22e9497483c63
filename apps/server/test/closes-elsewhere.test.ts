import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Closing, counted, createClosing } from './closing-world.ts';

let worlds: [Closing, Closing];
beforeAll(async () => {
  worlds = [await createClosing(), await createClosing()];
}, 120_000);
afterAll(() => Promise.all(worlds.map(({ platen }) => platen.close())));

test('FG-15 LG-35: two installations to which the same was reported and stated write the same bytes and hash', async () => {
  const reports = Array.from({ length: 40 }, (_, n) => [
    counted(`T${n}`, '2026-09-30T23:40:00Z', { total: 1000 + 7 * n, black: 500 + n }),
    counted(`T${n}`, '2026-10-12T10:00:00Z', { total: 1500 + 7 * n, black: 600 + n }),
    counted(
      `T${n}`,
      '2026-10-12T12:00:00Z',
      n % 9 === 0 ? { total: 10, black: 5 } : { total: 1500 + 8 * n, black: 601 + n },
    ),
    counted(
      `T${n}`,
      '2026-10-31T23:40:00Z',
      n % 9 === 0 ? { total: 410, black: 105 } : { total: 2000 + 9 * n, black: 700 + n },
    ),
  ]).flat();
  const files: string[] = [];
  const hashes: unknown[] = [];
  for (const [index, world] of worlds.entries()) {
    // The second one gets them in another order and in other deliveries.
    const parts = index === 0 ? [reports] : [reports.slice(80).toReversed(), reports.slice(0, 80)];
    for (const part of parts) await world.receive(part);
    const { closeId } = await world.open({ firstDay: '2026-10-01', lastDay: '2026-10-31' });
    const stopped = await world.lines(closeId, '?group=stops');
    expect(stopped).toHaveLength(10);
    await world.settle({ closeId }, stopped, { action: 'cause', cause: 'boardExchanged', reason: 'boardExchange' });
    hashes.push((await world.closeNow(closeId)).hash);
    files.push(await (await world.send('billing', 'GET', `/v1/closes/${closeId}/file`)).text());
  }
  expect(files[0]?.split('\n')).toHaveLength(82);
  expect(files[1]).toBe(files[0]);
  expect(hashes[0]).toMatch(/^[\da-f]{64}$/);
  expect(hashes[1]).toBe(hashes[0]);
});

describe('month ends of a zone', () => {
  test.each([
    ['Asia/Tokyo', '2026-10', '2026-09-30T15:00:00.000Z', '2026-10-31T15:00:00.000Z'],
    ['Pacific/Honolulu', '2026-10', '2026-10-01T10:00:00.000Z', '2026-11-01T10:00:00.000Z'],
    ['Europe/Berlin', '2026-10', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ])('LG-30 GE-08: in %s %s is closed by the last readings before its midnights', async (zone, month, from, to) => {
    const [world] = worlds;
    const { db } = world.platen.database;
    const setZone = (name: string) =>
      sql`
      update organisation set settings = jsonb_set(settings, '{zone}', ${JSON.stringify(name)}::jsonb), version = version + 1
      where kind = 'operator'`.execute(db);
    await setZone(zone);
    const customerNumber = `${zone} ${month}`;
    const serial = `Z${month}${zone.slice(0, 3)}`;
    const minute = 60_000;
    // Every quarter of an hour around both ends; each reading is one page more than the one before.
    const times = [from, to].flatMap((end) =>
      Array.from({ length: 17 }, (_, n) => new Date(Date.parse(end) + (n - 8) * 15 * minute - minute)),
    );
    await world.receive(
      times.map((at, n) =>
        counted(
          serial,
          at.toISOString(),
          { total: 1000 + n },
          { site: { customerNumber, customerName: zone, dealerNumber: 'D-1' } },
        ),
      ),
    );
    const lastDay = month === '2026-03' ? '2026-03-31' : '2026-10-31';
    const close = await world.open({
      firstDay: `${month}-01`,
      lastDay,
      scope: { customerNumbers: [customerNumber], groupIds: [] },
    });
    await setZone('UTC');
    expect(close.period).toEqual({ firstDay: `${month}-01`, lastDay, from, to, zone });
    expect(await world.lines(close.closeId)).toMatchObject([
      {
        start: { at: new Date(Date.parse(from) - minute).toISOString(), value: 1008 },
        end: { at: new Date(Date.parse(to) - minute).toISOString(), value: 1025 },
        use: 17,
        state: 'exact',
      },
    ]);
  });
});
