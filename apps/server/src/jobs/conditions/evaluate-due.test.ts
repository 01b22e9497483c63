import type { DeviceReport } from '@platen/contract/report';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createWorklistDevices, fault, hour, minute, start } from '../../../test/worklist-devices.ts';
import { setStanding } from '../../features/collectors/standing.ts';
import { inTransaction } from '../../store/transactions.ts';
import { reevaluate } from '../../worklist/evaluate-entities.ts';

const { database, collectorId, send, run, conditions, steps, openings, rows, row } = await createWorklistDevices();
const { db } = database;

describe('reports in, conditions out', () => {
  test('WL-05 WL-20: a device that is down in two reports opens a condition and a row P1', async () => {
    const deviceId = await send('A1', start, [[start, fault]]);
    await run(start + 2 * minute);
    expect(await conditions(deviceId)).toEqual([]);
    await send('A1', start + 15 * minute, [[start + 15 * minute, fault]]);
    await run(start + 16 * minute);
    expect(await conditions(deviceId)).toMatchObject([{ kind: 'down', subject: 'C371', work: 'open', version: 1 }]);
    expect(await row(deviceId)).toMatchObject({
      entity: 'device',
      customer_number: 'C-100',
      priority: 1,
      kinds: ['down'],
      actors: ['technician'],
      states: ['open'],
      conditions: 1,
      opened_at: new Date(start + 15 * minute),
    });
    expect(await steps(deviceId)).toMatchObject([{ change: 'opened', work_from: null, work_to: 'open' }]);
  });

  test('WL-29: a device that is well in two reports leaves the list half an hour later, by time alone', async () => {
    const deviceId = await send('A2', start + hour, [[start, fault], [start + 15 * minute, fault], [start + hour]]);
    await run(start + hour + minute);
    await send('A2', start + 2 * hour, [[start + 2 * hour]]);
    await run(start + 2 * hour + minute);
    expect(await conditions(deviceId)).toMatchObject([{ work: 'open', signal: 'clearing' }]);
    expect(await run(start + 3 * hour)).toBe(1);
    expect(await conditions(deviceId)).toMatchObject([{ work: 'resolved', resolution: 'device' }]);
    expect(await row(deviceId)).toBeUndefined();
  });

  test('GE-14: a second run evaluates nothing, and evaluating again changes nothing', async () => {
    const deviceId = await send('A3', start + hour, [
      [start, fault],
      [start + 15 * minute, fault],
    ]);
    expect(await run(start + 2 * hour)).toBe(1);
    expect(await run(start + 2 * hour)).toBe(0);
    const before = [await conditions(deviceId), await steps(deviceId), await row(deviceId)];
    const options = { now: new Date(start + 2 * hour), offlineHours: 48 };
    await db.transaction().execute((trx) => reevaluate(trx, [deviceId], options));
    expect([await conditions(deviceId), await steps(deviceId), await row(deviceId)]).toEqual(before);
  });

  test('WL-48: the first devices of a fleet are evaluated again once it is known how much is usual', async () => {
    await db.updateTable('organisation').set({ median_pages: null }).execute();
    const total = (value: number): Partial<DeviceReport> => ({
      ...fault,
      counters: { total: { unit: 'impressions', reading: { state: 'measured', value } } },
    });
    const days = 40 * 24 * hour;
    const now = start + days + 15 * minute;
    const deviceId = await send('A5', now, [
      [start, total(1000)],
      [start + days, total(5000)],
      [now, total(5001)],
    ]);
    await run(now + minute);
    const found = await db
      .selectFrom('condition')
      .select('cost')
      .where('entity_id', '=', deviceId)
      .where('kind', '=', 'down')
      .executeTakeFirst();
    expect(found?.cost?.use).toBeCloseTo(1, 2);
  });

  test('TK-12: a condition that is seen again is written, but is no change for those who fetch changes', async () => {
    const id = await send('A7', start + 20 * minute, [
      [start, fault],
      [start + 15 * minute, fault],
    ]);
    await run(start + 20 * minute);
    const read = () =>
      db.selectFrom('condition').select(['changed_at', 'last_seen_at']).where('entity_id', '=', id).execute();
    const [before] = await read();
    await send('A7', start + hour, [[start + hour, fault]]);
    expect(await run(start + hour + minute)).toBe(1);
    const [seen] = await read();
    expect(seen?.last_seen_at).not.toEqual(before?.last_seen_at);
    expect(seen?.changed_at).toEqual(before?.changed_at);
    await send('A7', start + 3 * hour, [[start + 2 * hour], [start + 2.25 * hour]]);
    await run(start + 3 * hour);
    await run(start + 4 * hour);
    const [resolved] = await read();
    expect(resolved?.changed_at.getTime()).toBeGreaterThan(before?.changed_at.getTime() ?? 0);
  });

  test('a device that nothing concerns has no row and no condition', async () => {
    const deviceId = await send('A4', start, [[start]]);
    expect(await run(start + minute)).toBe(1);
    expect(await row(deviceId)).toBeUndefined();
    expect(await run(start + 2 * minute)).toBe(0);
  });
});

describe('order, repetition and silence', () => {
  test('WL-02: late, reversed and repeated reports leave the conditions that the same reports in order leave', async () => {
    const times = [0, 15, 30, 45, 60, 75, 90, 105].map((minutes) => start + minutes * minute);
    const reports = times.map((at, index) => [at, index < 4 ? fault : {}] as const);
    const ordered = await send('O1', start + 2 * hour, reports);
    await run(start + 2 * hour + minute);
    const late = await send('O2', start + 2 * hour, [reports[7] ?? [start]]);
    await run(start + 2 * hour + minute);
    for (const [index, report] of [...reports].reverse().entries()) {
      const at = start + 2 * hour + index * minute;
      await send('O2', at, [report]);
      await run(at + 1000);
    }
    await run(start + 3 * hour);
    const states = (await conditions(ordered)).map((one) => ({ ...one, version: null, serial: null }));
    expect(states).toMatchObject([{ kind: 'down', work: 'resolved', opened_at: new Date(start + 15 * minute) }]);
    expect((await conditions(late)).map((one) => ({ ...one, version: null, serial: null }))).toEqual(states);
    expect(await steps(late)).toEqual(await steps(ordered));
  });

  test('WL-40: a silent device keeps its condition, and is not heard of', async () => {
    const deviceId = await send('O3', start + 15 * minute, [
      [start, fault],
      [start + 15 * minute, fault],
    ]);
    await run(start + 16 * minute);
    for (let days = 1; days <= 4; days += 1) await run(start + days * 24 * hour);
    const found = await conditions(deviceId);
    expect(
      found
        .filter(({ work }) => work !== 'resolved')
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['down', 'stopped']);
    expect((await row(deviceId))?.marks).toContain('notHeardOf');
  });

  test('WL-41 FG-04: devices that flap every 20 minutes for a day open once each', async () => {
    const serials = ['F1', 'F2', 'F3'];
    for (let step = 0; step < 72; step += 1) {
      const at = start + step * 20 * minute;
      for (const serial of serials) await send(serial, at, [[at, step % 2 === 0 ? fault : {}]]);
      await run(at + minute);
    }
    expect(await openings()).toBeLessThanOrEqual(serials.length);
  });
});

describe('collectors and customers', () => {
  async function addCollector(lastContact: number): Promise<string> {
    await sql`
      insert into collector (collector_id, name, key_hash, last_contact_at) values
        (${collectorId}, ${collectorId}, ${Buffer.from(collectorId)}, ${new Date(lastContact)})
      on conflict (collector_id) do update set last_contact_at = excluded.last_contact_at`.execute(db);
    await sql`
      insert into collector_status (collector_id, received_at, clock_offset_s, every_ms, head, failures, findings,
        failure_count, finding_count)
      values (${collectorId}, ${new Date(lastContact)}, 0, 300000, '{}', '[]', '[]', 0, 0) on conflict do nothing`.execute(
      db,
    );
    return collectorId;
  }

  test('WL-16 FG-05: a collector that is unplugged for three hours makes one row, which goes by itself', async () => {
    const id = await addCollector(start);
    for (let device = 0; device < 20; device += 1) await send(`U${device}`, start, [[start]]);
    await addCollector(start);
    for (let minutes = 1; minutes <= 180; minutes += 15) await run(start + minutes * minute);
    expect(await rows()).toMatchObject([{ entity: 'collector', entity_id: id, conditions: 1 }]);
    await addCollector(start + 3 * hour);
    await run(start + 3 * hour + minute);
    await run(start + 3 * hour + 20 * minute);
    expect(await rows()).toEqual([]);
    expect(await openings()).toBe(1);
  });

  test('CF-03 WL-16: a silent collector that is asked to rest leaves the list, and is silent again when it may go on', async () => {
    const id = await addCollector(start);
    await send('R1', start, [[start]]);
    await addCollector(start);
    for (let minutes = 1; minutes <= 120; minutes += 15) await run(start + minutes * minute);
    expect(await rows()).toMatchObject([{ entity: 'collector', entity_id: id }]);
    const actor = { subject: 'test', role: 'operator' } as const;
    const change = (hours: number, standing: 'resting' | 'active') =>
      inTransaction(db, (trx) => setStanding(trx, { actor, now: new Date(start + hours * hour) }, id, { standing }));
    await change(3, 'resting');
    await run(start + 3 * hour);
    expect(await rows()).toEqual([]);
    await change(5, 'active');
    await run(start + 5 * hour);
    expect(await rows()).toMatchObject([{ entity: 'collector', entity_id: id }]);
  });

  test('WL-37 WL-16: a silent collector whose key is revoked leaves the list as retired, once', async () => {
    const id = await addCollector(start);
    await send('V1', start, [[start]]);
    await addCollector(start);
    for (let minutes = 1; minutes <= 120; minutes += 15) await run(start + minutes * minute);
    expect(await rows()).toMatchObject([{ entity: 'collector', entity_id: id }]);
    await sql`update collector set revoked_at = ${new Date(start + 3 * hour)}`.execute(db);
    await run(start + 3 * hour);
    expect(await rows()).toEqual([]);
    expect(await conditions(id)).toMatchObject([{ kind: 'collector', work: 'resolved', resolution: 'retired' }]);
    expect(await steps(id)).toMatchObject([{ change: 'opened' }, { change: 'retired', work_to: 'resolved' }]);
    expect(await run(start + 3 * hour)).toBe(0);
  });

  test('WL-18 WL-44: ten devices of a customer that go down within an hour make one row; theirs follow from it', async () => {
    const ids: string[] = [];
    for (let device = 0; device < 10; device += 1) {
      const at = start + device * minute;
      ids.push(
        await send(`G${device}`, at + 15 * minute, [
          [at, fault],
          [at + 15 * minute, fault],
        ]),
      );
    }
    await run(start + 30 * minute);
    await run(start + 31 * minute);
    await run(start + 33 * minute);
    expect(await rows()).toMatchObject([{ entity: 'customer', conditions: 1 }]);
    const held = await db.selectFrom('condition').select('inhibited_by').where('entity_id', 'in', ids).execute();
    expect(new Set(held.map((one) => one.inhibited_by)).size).toBe(1);
    expect(held).toHaveLength(10);
    expect(held[0]?.inhibited_by).not.toBeNull();
  });
});

describe('trouble', () => {
  test('GE-14: a run whose session is killed has written nothing of its batch, and the next run does it', async () => {
    const deviceId = await send('K1', start + 15 * minute, [
      [start, fault],
      [start + 15 * minute, fault],
    ]);
    const holding = await database.pool.connect();
    try {
      // Who holds the table keeps the run waiting at its last statement.
      await holding.query('begin');
      await holding.query('lock table evaluation in share mode');
      const cutOff = run(start + hour).catch((error: unknown) => error);
      const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => (await database.pool.query(`select pid ${waiting}`)).rows, { timeout: 60_000 })
        .toHaveLength(1);
      await database.pool.query(`select pg_terminate_backend(pid) ${waiting}`);
      expect(await cutOff).toBeInstanceOf(Error);
    } finally {
      await holding.query('rollback');
      holding.release();
    }
    expect([await conditions(deviceId), await steps(deviceId), await rows()]).toEqual([[], [], []]);
    expect(await run(start + hour)).toBe(1);
    expect(await conditions(deviceId)).toMatchObject([{ kind: 'down', work: 'open' }]);
    expect(await openings()).toBe(1);
  });

  test('a device that cannot be evaluated is noted and stops no other', async () => {
    const bad = await send('T1', start, [[start]]);
    await run(start + minute);
    await db.updateTable('evaluation').set({ memory: '{"log": 7, "identities": {"nothing:": 1}}' }).execute();
    const reports = [
      [start + hour, fault],
      [start + 75 * minute, fault],
    ] as const;
    await send('T1', start + 75 * minute, reports);
    const good = await send('T2', start + 75 * minute, reports);
    expect(await run(start + 2 * hour)).toBe(1);
    expect(await conditions(good)).toHaveLength(1);
    const noted = await db
      .selectFrom('evaluation')
      .select(['failures', 'retry_at'])
      .where('entity_id', '=', bad)
      .execute();
    expect(noted).toEqual([{ failures: 1, retry_at: new Date(start + 2 * hour + minute) }]);
    expect(await run(start + 2 * hour)).toBe(0);
  });
});
