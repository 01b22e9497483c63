import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClaims } from '../src/features/claims/open-claims.ts';
import { hoursAgo, toReport } from './reports.ts';
import { hashRows } from './row-hashes.ts';
import { ofDealer, startTwoDealers, type TwoDealers } from './two-dealers.ts';

let house: TwoDealers;
beforeAll(async () => {
  house = await startTwoDealers();
});
afterAll(() => house.platen.close());

const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const pages = (value: number) => ({ counters: { total: { unit: 'impressions' as const, reading: measured(value) } } });
const mac = (last: string) => `02:00:5E:00:10:${last}`;

/**
 * Runs an attack with the key of dealer B and proves that the device of dealer A has not changed by a byte.
 */
async function attack(serial: string, own: object, ...reports: unknown[]) {
  const { a, b, platen } = house;
  expect((await a.send(ofDealer('D-A', serial, hoursAgo(30), own))).body.results).toMatchObject([{ result: 'stored' }]);
  const id = await house.deviceOf(serial, a);
  const before = await hashRows(platen.database, [id]);
  const { status, body } = await b.send(...reports);
  expect(await hashRows(platen.database, [id])).toEqual(before);
  return { id, status, body };
}
const readMetric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${house.platen.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};
/** Claims to a device, after the job that opens them. */
const claimsTo = async (id: string) => {
  await openClaims(house.platen.database.db, new Date());
  const { rows } = await house.platen.database.pool.query(
    'select collector_id, rival_collector_id, decided_at from device_claim where rival_device_id = $1',
    [id],
  );
  return rows;
};

describe('a key of another dealer', () => {
  test('AC-12 AP-05: with the serial of a foreign device neither takes it nor shows it to its own dealer', async () => {
    const { a, b } = house;
    const { id, body } = await attack('TAKE-1', {}, ofDealer('D-B', 'TAKE-1', hoursAgo(1)));
    expect(body).toEqual({ status: 'OK', results: [{ index: 0, result: 'stored' }] });
    expect(await claimsTo(id)).toEqual([
      { collector_id: b.collectorId, rival_collector_id: a.collectorId, decided_at: null },
    ]);
    const seen = await house.seen();
    expect([seen.a.includes('TAKE-1'), seen.b.includes('TAKE-1')]).toEqual([true, false]);
    expect(seen.all.filter((serial) => serial === 'TAKE-1')).toHaveLength(1);
    for (const [user, status] of [
      ['dealer', 200],
      ['service', 403],
    ] as const)
      expect((await house.platen.get(user, `/v1/device/${id}/profile`)).status).toBe(status);
    const held = await house.deviceOf('TAKE-1', b);
    for (const user of ['dealer', 'service', 'admin']) {
      const answer = await house.platen.get(user, `/v1/device/${held}/profile`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { errorCode: 200004 }]);
    }
  });

  test('AP-05: repeats and further reports of the foreign device go to the one that is held', async () => {
    const { b } = house;
    const report = ofDealer('D-B', 'TAKE-2', hoursAgo(2));
    const before = await readMetric('platen_ingest_held_reports_total');
    const { id } = await attack('TAKE-2', {}, report);
    expect((await b.send(report)).body.results).toEqual([{ index: 0, result: 'repeated' }]);
    expect((await b.send(ofDealer('D-B', 'TAKE-2', hoursAgo(1)))).body.results).toEqual([
      { index: 0, result: 'stored' },
    ]);
    expect(await claimsTo(id)).toHaveLength(1);
    const { rows } = await house.platen.database.pool.query(
      'select count(*) as reports from device_report where device_id = $1',
      [await house.deviceOf('TAKE-2', b)],
    );
    expect(rows).toEqual([{ reports: 2 }]);
    expect(await readMetric('platen_ingest_held_reports_total')).toBe(before + 2);
  });

  test('AP-05: with the MAC address alone takes nothing', async () => {
    const own = { identity: { serial: measured('MAC-1'), enterprise: 5, macAddresses: [mac('01')] } };
    const bare = { ...ofDealer('D-B', 'x', hoursAgo(1)), identity: { macAddresses: [mac('01')] } };
    const { id, body } = await attack('MAC-1', own, bare);
    expect(body.results).toEqual([{ index: 0, result: 'stored' }]);
    expect(await claimsTo(id)).toHaveLength(1);
  });

  test('AP-05: with a device of its own that names a foreign MAC address does not get the reports of that address', async () => {
    const { a, b, platen } = house;
    const own = { identity: { serial: measured('MAC-2'), enterprise: 5, macAddresses: [mac('02')] } };
    const thief = ofDealer('D-B', 'THIEF', hoursAgo(2), {
      identity: { serial: measured('THIEF'), enterprise: 5, macAddresses: [mac('02')] },
    });
    const { id } = await attack('MAC-2', own, thief);
    expect(await claimsTo(id)).toEqual([]);
    const thiefId = await house.deviceOf('THIEF', b);
    const before = await hashRows(platen.database, [thiefId]);
    const bare = { ...ofDealer('D-A', 'x', hoursAgo(1)), identity: { macAddresses: [mac('02')] } };
    expect((await a.send(bare)).body.results).toEqual([{ index: 0, result: 'stored' }]);
    expect(await hashRows(platen.database, [thiefId])).toEqual(before);
    const reports = await platen.database.db
      .selectFrom('device_report')
      .selectAll()
      .where('device_id', '=', id)
      .execute();
    expect(reports).toHaveLength(2);
  });

  test('AP-05: naming the foreign dealer and customer gets its own dealer, and a warning', async () => {
    const site = {
      dealerNumber: 'D-A',
      dealerName: 'A',
      customerNumber: 'C-1',
      customerName: 'One',
      description: 'Hall',
    };
    const { body } = await attack('SITE-1', {}, toReport('SITE-2', hoursAgo(1), { site }));
    expect(body.results).toEqual([
      {
        index: 0,
        result: 'stored',
        warnings: [{ path: 'site.dealerNumber', message: 'outside what this key may report for; left out' }],
      },
    ]);
    const row = await house.platen.database.db
      .selectFrom('device')
      .select(['dealer_number', 'dealer_name', 'description'])
      .where('serial', '=', 'SITE-2')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ dealer_number: 'D-B', dealer_name: null, description: 'Hall' });
    expect((await house.seen()).a).not.toContain('SITE-2');
  });

  test('AP-05: with a report of 300 days ago learns nothing and changes nothing', async () => {
    const old = hoursAgo(300 * 24);
    const { body } = await attack('OLD-1', {}, ofDealer('D-B', 'OLD-1', old), ofDealer('D-B', 'OLD-UNKNOWN', old));
    expect(body.results).toEqual([
      { index: 0, result: 'stored' },
      { index: 1, result: 'stored' },
    ]);
  });

  test('AP-05: cannot forge counters, levels or errors', async () => {
    const errors = [{ code: 'E010', occurredAt: hoursAgo(40).toISOString() }];
    const supplies = [{ index: '1', percent: measured(1) }];
    const { body } = await attack(
      'FORGE-1',
      {},
      {
        ...ofDealer('D-B', 'FORGE-1', hoursAgo(1), { ...pages(9_999_999), errors }),
        supplies,
      },
    );
    expect(body.results).toEqual([{ index: 0, result: 'stored' }]);
  });

  test('AP-05: gets the same answer for known and unknown serials, of any form', async () => {
    const known = ['PROBE-1', 'PROBE-2', 'PROBE-3'];
    for (const serial of known) await house.a.send(ofDealer('D-A', serial, hoursAgo(30)));
    for (const more of [{}, { site: { dealerNumber: 'D-A' } }, { site: {} }, { wings: 2 }, pages(-1)])
      for (const serial of known) {
        const toOne = (name: string) => ({ ...ofDealer('D-B', name, hoursAgo(1.5)), ...more });
        const [first, second] = [await house.b.send(toOne(serial)), await house.b.send(toOne(`${serial}-NO`))];
        expect(first).toEqual(second);
      }
  });

  test('AP-05: a key that is bound to nothing is refused, with the command that binds it', async () => {
    const unbound = await house.addSender('unbound', { places: [] });
    const { status, body } = await unbound.send(ofDealer('D-A', 'UNKNOWN', hoursAgo(1)));
    expect([status, body.errorCode]).toEqual([403, 201007]);
    expect(body.detail?.[0]?.msg).toMatch(/npm run admin -- collectors bind "unbound"/);
  });
});

describe('a key within its scope', () => {
  test('AP-05: moves a device between its customers, with an audit entry and a figure', async () => {
    const { a, platen } = house;
    const before = await readMetric('platen_device_moves_total');
    await a.send(ofDealer('D-A', 'WITHIN', hoursAgo(3)));
    await a.send(ofDealer('D-A', 'WITHIN', hoursAgo(2), { site: { dealerNumber: 'D-A', customerNumber: 'C-2' } }));
    const id = await house.deviceOf('WITHIN', a);
    const entries = await platen.database.db
      .selectFrom('audit_entry')
      .select(['actor', 'action', 'detail'])
      .where('subject', '=', `device:${id}`)
      .execute();
    expect(entries).toEqual([
      {
        actor: `collector:${a.collectorId}`,
        action: 'device.moved',
        detail: {
          from: { dealerNumber: 'D-A', customerNumber: 'D-A-C' },
          to: { dealerNumber: 'D-A', customerNumber: 'C-2' },
        },
      },
    ]);
    expect(await readMetric('platen_device_moves_total')).toBe(before + 1);
  });

  test('AP-05: a report without a site gets that of its key, and one with a site replaces it in any order', async () => {
    const { a, platen } = house;
    const { site: _site, ...bare } = toReport('BARE', hoursAgo(2));
    await a.send(bare);
    const read = () =>
      platen.database.db
        .selectFrom('device')
        .select(['dealer_number', 'customer_number'])
        .where('serial', '=', 'BARE')
        .executeTakeFirstOrThrow();
    expect(await read()).toEqual({ dealer_number: 'D-A', customer_number: null });
    await a.send(ofDealer('D-A', 'BARE', hoursAgo(5)));
    expect(await read()).toEqual({ dealer_number: 'D-A', customer_number: 'D-A-C' });
  });
});
