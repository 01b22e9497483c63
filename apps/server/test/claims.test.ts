import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClaims } from '../src/features/claims/open-claims.ts';
import { decideClaim } from '../src/features/claims/service.ts';
import { findClaim, listClaims } from '../src/features/claims/store.ts';
import { hoursAgo } from './reports.ts';
import { hashRows } from './row-hashes.ts';
import { ofDealer, startTwoDealers, type TwoDealers } from './two-dealers.ts';

let house: TwoDealers;
beforeAll(async () => {
  house = await startTwoDealers();
});
afterAll(() => house.platen.close());

/** Noon (UTC), a number of days ago. */
const today = Math.floor(Date.now() / 86_400_000);
const daysAgo = (days: number) => new Date((today - days) * 86_400_000 + 43_200_000);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const pages = (value: number) => ({ total: { unit: 'impressions' as const, reading: measured(value) } });
const error = (code: string, at: Date) => ({ code, occurredAt: at.toISOString() });

/** What the job does once a minute. */
const runJob = () => openClaims(house.platen.database.db, new Date());

/** A device of dealer A with a past, and reports of it with the key of dealer B from 10 days ago on. */
async function openClaim(serial: string) {
  const { a, b } = house;
  await a.send(
    ofDealer('D-A', serial, daysAgo(40), { counters: pages(100) }),
    ofDealer('D-A', serial, daysAgo(20), { counters: pages(200), errors: [error('E001', daysAgo(21))] }),
  );
  const errors = [error('E001', daysAgo(21)), error('E002', daysAgo(10))];
  await b.send(
    ofDealer('D-B', serial, daysAgo(10), { counters: pages(300) }),
    ofDealer('D-B', serial, daysAgo(8), { counters: pages(400), errors }),
  );
  const [formerId, heldId] = [await house.deviceOf(serial, a), await house.deviceOf(serial, b)];
  await runJob();
  const claims = await listClaims(house.platen.database.db, { limit: 10_000 });
  const claim = claims.find(({ held }) => held.deviceId === heldId);
  if (claim === undefined) throw new Error('no claim was opened');
  return { claimId: claim.claimId, formerId, heldId };
}
const decide = (claimId: string, decision: 'move' | 'separate' | 'reject', fromDay?: string) =>
  decideClaim(house.platen.database.db, {
    claimId,
    decision,
    actor: { subject: 'os:tester', role: 'operator' },
    now: new Date(),
    fromDay,
  });
const daysOf = async (table: 'counter_day' | 'device_error', id: string) => {
  const column = table === 'counter_day' ? 'day::text' : 'code';
  const { rows } = await house.platen.database.pool.query<{ value: string }>(
    `select ${column} as value from ${table} where device_id = $1 order by 1`,
    [id],
  );
  return rows.map(({ value }) => value);
};
const seenOf = async (serial: string) => {
  const seen = await house.seen();
  const count = (list: string[]) => list.filter((one) => one === serial).length;
  return [count(seen.a), count(seen.b), count(seen.all)];
};

describe('a claim to a device', () => {
  test('OA-42: moved, belongs to the new owner from the first held day on; the former keeps the history before it', async () => {
    const { claimId, formerId, heldId } = await openClaim('MOVE-1');
    expect(await seenOf('MOVE-1')).toEqual([1, 0, 1]);
    const { database } = house.platen;
    const before = await hashRows(database, [formerId]);
    expect(await decide(claimId, 'move')).toEqual({
      deviceId: heldId,
      rivalDeviceId: formerId,
      fromDay: dayOf(daysAgo(10)),
    });
    expect(await seenOf('MOVE-1')).toEqual([1, 1, 2]);
    // Only its keys went over, and the claim was decided.
    const { device_identity: _, ...after } = await hashRows(database, [formerId]);
    expect(before).toMatchObject(after);
    expect(await daysOf('counter_day', heldId)).toEqual([dayOf(daysAgo(10)), dayOf(daysAgo(8))]);
    expect(await daysOf('device_error', heldId)).toEqual(['E002']);
    expect(await daysOf('device_error', formerId)).toEqual(['E001']);
    expect((await house.platen.get('service', `/v1/device/${formerId}/profile`)).status).toBe(403);
    expect((await house.platen.get('service', `/v1/device/${heldId}/profile`)).status).toBe(200);
    expect((await house.platen.get('dealer', `/v1/device/${heldId}/profile`)).status).toBe(403);
    const audit = await database.db
      .selectFrom('audit_entry')
      .select(['actor', 'action'])
      .where('subject', '=', `device:${heldId}`)
      .execute();
    expect(audit).toEqual([{ actor: 'os:tester', action: 'claims move' }]);
  });

  test('OA-42: after a move later reports bring nothing back from before the day, and the former key is foreign in turn', async () => {
    const { claimId, formerId, heldId } = await openClaim('MOVE-2');
    const day = dayOf(daysAgo(9));
    await decide(claimId, 'move', day);
    expect(await daysOf('counter_day', heldId)).toEqual([dayOf(daysAgo(8))]);
    const errors = [error('E001', daysAgo(21)), error('E003', daysAgo(2))];
    const late = await house.b.send(
      ofDealer('D-B', 'MOVE-2', daysAgo(30), { counters: pages(1) }),
      ofDealer('D-B', 'MOVE-2', daysAgo(1), { counters: pages(500), errors }),
    );
    expect(late.body.results).toMatchObject([
      { result: 'repeated', warnings: [{ path: 'observedAt', message: expect.stringContaining(day) }] },
      { result: 'stored' },
    ]);
    expect(await daysOf('counter_day', heldId)).toEqual([dayOf(daysAgo(8)), dayOf(daysAgo(1))]);
    expect(await daysOf('device_error', heldId)).toEqual(['E003']);
    const { rows } = await house.platen.database.pool.query(
      "select body from device_section where device_id = $1 and section = 'errors'",
      [heldId],
    );
    expect(rows).toMatchObject([{ body: [{ code: 'E003' }] }]);

    const before = await hashRows(house.platen.database, [formerId, heldId]);
    const answer = await house.a.send(ofDealer('D-A', 'MOVE-2', hoursAgo(1)));
    expect(answer.body.results).toEqual([{ index: 0, result: 'stored' }]);
    expect(await hashRows(house.platen.database, [formerId, heldId])).toEqual(before);
    await runJob();
    const claim = (await listClaims(house.platen.database.db, { limit: 10_000 })).find(
      ({ rival }) => rival.deviceId === heldId,
    );
    expect(claim).toMatchObject({ held: { collector: 'key-a' }, rival: { collector: 'key-b' }, decision: null });
  });

  test('OA-44: separate makes a second device with the serial, each reported by its own key', async () => {
    const { claimId, formerId, heldId } = await openClaim('TWIN-1');
    await decide(claimId, 'separate');
    expect(await seenOf('TWIN-1')).toEqual([1, 1, 2]);
    const [first, second] = [
      await hashRows(house.platen.database, [formerId]),
      await hashRows(house.platen.database, [heldId]),
    ];
    await house.a.send(ofDealer('D-A', 'TWIN-1', hoursAgo(2)));
    expect(await hashRows(house.platen.database, [heldId])).toEqual(second);
    const between = await hashRows(house.platen.database, [formerId]);
    expect(between).not.toEqual(first);
    await house.b.send(ofDealer('D-B', 'TWIN-1', hoursAgo(1)));
    expect(await hashRows(house.platen.database, [formerId])).toEqual(between);
    expect(await hashRows(house.platen.database, [heldId])).not.toEqual(second);
  });

  test('reject leaves everything out of sight and does not open again', async () => {
    const { claimId, heldId } = await openClaim('NO-1');
    await decide(claimId, 'reject');
    await house.b.send(ofDealer('D-B', 'NO-1', hoursAgo(1)));
    await runJob();
    expect(await seenOf('NO-1')).toEqual([1, 0, 1]);
    const claims = await listClaims(house.platen.database.db, { all: true, limit: 10_000 });
    expect(claims.filter(({ held }) => held.serial === 'NO-1')).toMatchObject([
      { decision: 'reject', decidedBy: 'os:tester' },
    ]);
    expect(await daysOf('counter_day', heldId)).toHaveLength(3);
  });

  test('is decided once: by two people at once, again, in the future, or of no claim at all', async () => {
    const { claimId } = await openClaim('ONCE-1');
    await expect(decide(claimId, 'move', '2190-01-01')).rejects.toThrow(/in the future/);
    expect(await findClaim(house.platen.database.db, claimId)).toMatchObject({ decision: null });
    const both = await Promise.allSettled([decide(claimId, 'separate'), decide(claimId, 'reject')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(decide(claimId, 'move')).rejects.toThrow(/decided already/);
    await expect(decide('00000000-0000-7000-8000-000000000000', 'move')).rejects.toThrow(/there is no claim/);
  });

  test('a decision that fails half-way changes nothing', async () => {
    const { claimId, formerId, heldId } = await openClaim('HALF-1');
    const { database } = house.platen;
    const before = await hashRows(database, [formerId, heldId]);
    await database.owner.query(
      "alter table audit_entry add constraint no_move check (action <> 'claims move') not valid",
    );
    await expect(decide(claimId, 'move')).rejects.toThrow(/no_move/);
    await database.owner.query('alter table audit_entry drop constraint no_move');
    expect(await hashRows(database, [formerId, heldId])).toEqual(before);
    await decide(claimId, 'move');
    expect(await seenOf('HALF-1')).toEqual([1, 1, 2]);
  });

  test('a further claim to a moved device is one to its new owner, also where it was not opened before the move', async () => {
    const third = await house.addSender('key-c', { places: [{ dealerNumber: 'D-C' }] });
    const { claimId, heldId } = await openClaim('THREE-1');
    await third.send(ofDealer('D-C', 'THREE-1', hoursAgo(1)));
    expect(await hashRows(house.platen.database, [await house.deviceOf('THREE-1', third)])).toMatchObject({
      device_claim: null,
    });
    await decide(claimId, 'move');
    const claim = (await listClaims(house.platen.database.db, { limit: 10_000 })).find(
      ({ held }) => held.collector === 'key-c',
    );
    expect(claim).toMatchObject({ rival: { deviceId: heldId, collector: 'key-b' } });
    await decide(claim?.claimId ?? '', 'move');
    const before = await hashRows(house.platen.database, [heldId]);
    await house.b.send(ofDealer('D-B', 'THREE-1', hoursAgo(0.5)));
    expect(await hashRows(house.platen.database, [heldId])).toEqual(before);
  });
});

describe('the job that opens claims', () => {
  test('OA-42: names the device with the strongest key in common, of several the one that is not held', async () => {
    const { a, b, platen } = house;
    const serial = measured('STRONG-1');
    const mac = '02:00:5E:00:20:01';
    const toOne = (dealer: string, identity: object) => ({ ...ofDealer(dealer, 'x', hoursAgo(1)), identity });
    await a.send(toOne('D-A', { serial, manufacturer: measured('Example') }));
    await a.send(toOne('D-A', { serial, enterprise: 5 }));
    await a.send(toOne('D-A', { serial: measured('STRONG-2'), macAddresses: [mac] }));
    const fourth = await house.addSender('key-d', { places: [{ dealerNumber: 'D-D' }] });
    await fourth.send(toOne('D-D', { serial, enterprise: 5 }));
    await b.send(toOne('D-B', { serial, manufacturer: measured('Example'), enterprise: 5, macAddresses: [mac] }));
    await runJob();
    const { rows } = await platen.database.pool.query(
      `select r.owner_id, array(select value from device_identity i where i.device_id = r.device_id) as keys
       from device_claim c join device h on h.device_id = c.device_id join device r on r.device_id = c.rival_device_id
       where h.serial = 'STRONG-1' and h.held_by = $1`,
      [b.collectorId],
    );
    expect(rows).toEqual([{ owner_id: a.collectorId, keys: ['e5/STRONG-1'] }]);
  });

  test('opens one claim for each device, in batches, also where several servers do it at once', async () => {
    const serials = Array.from({ length: 450 }, (_, n) => `MANY-${n}`);
    await house.a.send(...serials.map((serial) => ofDealer('D-A', serial, hoursAgo(2))));
    await house.b.send(...serials.map((serial) => ofDealer('D-B', serial, hoursAgo(1))));
    const opened: string[] = [];
    const note = (claims: readonly { deviceId: string }[]) => {
      expect(claims.length).toBeLessThanOrEqual(200);
      opened.push(...claims.map(({ deviceId }) => deviceId));
    };
    const { db, pool } = house.platen.database;
    await Promise.all([1, 2, 3].map(() => openClaims(db, new Date(), note)));
    await openClaims(db, new Date(), note);
    expect([opened.length, new Set(opened).size]).toEqual([450, 450]);
    const { rows } = await pool.query(
      "select count(*) as claims from device_claim join device using (device_id) where serial like 'MANY-%'",
    );
    expect(rows).toEqual([{ claims: 450 }]);
  });

  test('opens the others where the rival of one is gone', async () => {
    const { database } = house.platen;
    await house.a.send(ofDealer('D-A', 'GONE-1', hoursAgo(2)), ofDealer('D-A', 'GONE-2', hoursAgo(2)));
    await house.b.send(ofDealer('D-B', 'GONE-1', hoursAgo(1)), ofDealer('D-B', 'GONE-2', hoursAgo(1)));
    const rival = await house.deviceOf('GONE-1', house.a);
    await database.owner.query('delete from device where device_id = $1', [rival]);
    await runJob();
    const { rows } = await database.pool.query(
      "select h.serial from device_claim c join device h using (device_id) where h.serial like 'GONE-%'",
    );
    expect(rows).toEqual([{ serial: 'GONE-2' }]);
  });
});

describe('deliveries at once', () => {
  test('of two keys that report one new serial one gets the device, the other a claim', async () => {
    for (const serial of Array.from({ length: 12 }, (_, n) => `RACE-${n}`)) {
      const pair = [
        () => house.a.send(ofDealer('D-A', serial, hoursAgo(2))),
        () => house.b.send(ofDealer('D-B', serial, hoursAgo(1))),
      ];
      const answers = await Promise.all((serial.length % 2 === 0 ? pair : pair.toReversed()).map((send) => send()));
      for (const { body } of answers) expect(body).toEqual({ status: 'OK', results: [{ index: 0, result: 'stored' }] });
      await runJob();
      const { rows } = await house.platen.database.pool.query(
        `select count(*) as devices, count(held_by) as held, (select count(*) from device_claim c join device h using (device_id) where h.serial = $1) as claims
         from device where serial = $1`,
        [serial],
      );
      expect(rows).toEqual([{ devices: 2, held: 1, claims: 1 }]);
    }
  });

  test('a report that arrives while its device is moved is taken as foreign, never into the moved device', async () => {
    for (const serial of ['CROSS-1', 'CROSS-2', 'CROSS-3', 'CROSS-4']) {
      const { claimId, heldId } = await openClaim(serial);
      const reports = Array.from({ length: 6 }, (_, n) => ofDealer('D-A', serial, hoursAgo(n + 1)));
      await Promise.all([...reports.map((report) => house.a.send(report)), decide(claimId, 'move')]);
      const { rows } = await house.platen.database.pool.query(
        'select count(*) as foreign_reports from device_report where device_id = $1 and collector_id <> $2',
        [heldId, house.b.collectorId],
      );
      expect(rows).toEqual([{ foreign_reports: 0 }]);
      const { rows: stored } = await house.platen.database.pool.query(
        'select count(*) as n from device_report join device using (device_id) where serial = $1 and device_report.collector_id = $2',
        [serial, house.a.collectorId],
      );
      expect(stored).toEqual([{ n: 2 + reports.length }]);
    }
  });
});
