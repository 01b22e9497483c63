import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCollector, everywhere } from '../../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { findDeviceId } from '../../../../test/device-ids.ts';
import { hoursAgo, toItems, toReport } from '../../../../test/reports.ts';
import { toSensorKey } from '../../../store/report-format/lists.ts';
import { locks } from '../../../store/transactions.ts';
import { deliver } from './deliver.ts';

let database: TestDatabase;
let collectorId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  collectorId = await addCollector(database);
});
afterAll(() => database.close());

const send = (...reports: unknown[]) =>
  deliver(database.db, toItems(reports), {
    collectorId,
    scope: everywhere,
    now: new Date(),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
const sendOne = async (report: unknown) => {
  expect(await send(report)).toMatchObject([{ result: 'stored' }]);
  return await findDeviceId(database, report);
};
const device = (serial: string) =>
  database.db.selectFrom('device').selectAll().where('serial', '=', serial).executeTakeFirstOrThrow();
const measured = <T>(value: T) => ({ state: 'measured' as const, value });

describe('a delivery', () => {
  test('AP-05 AU-46: a new device is registered and listed at once, with the values of its report', async () => {
    const observedAt = hoursAgo(1);
    const [result] = await send(toReport('A1', observedAt));
    expect(result).toMatchObject({ index: 0, result: 'stored' });
    const row = await device('A1');
    expect(row).toMatchObject({
      model: 'Example 4500',
      customer_name: 'Harbour Library',
      dealer_number: 'D-7',
      status: 'normal',
      status_rank: 4,
      updated_at: observedAt,
    });
    expect(row.processed_at).not.toBeNull();
  });

  test('AP-05: a repeated report changes nothing and is reported as repeated, also within one delivery', async () => {
    const report = toReport('A2', hoursAgo(2));
    expect((await send(report, report)).map((result) => result.result)).toEqual(['stored', 'repeated']);
    const before = await device('A2');
    expect((await send(report)).map((result) => result.result)).toEqual(['repeated']);
    expect(await device('A2')).toEqual(before);
  });

  test('AP-05: two different reports of one device and one time are both stored', async () => {
    const at = hoursAgo(2);
    const { counters: _counters, ...head } = toReport('A5', at);
    const counted = { ...head, counters: { total: { unit: 'impressions' as const, reading: measured(5) } } };
    const failed = { ...head, errors: [{ code: 'E551', occurredAt: hoursAgo(3).toISOString() }] };
    expect((await send(counted, failed)).map(({ result }) => result)).toEqual(['stored', 'stored']);
    expect((await send(failed, counted)).map(({ result }) => result)).toEqual(['repeated', 'repeated']);
    const { rows } = await database.pool.query(
      `select c.total, e.code, (select count(*) from device_report r where r.device_id = d.device_id) as reports
       from device d join counter_day c using (device_id) join device_error e using (device_id) where serial = 'A5'`,
    );
    expect(rows).toEqual([{ total: 5, code: 'E551', reports: 2 }]);
  });

  test('AP-05: a report recorded before reports had digests is identified by its time only', async () => {
    const report = toReport('A6', hoursAgo(2));
    await send(report);
    await database.pool.query(
      "update device_report r set digest = 0 from device d where d.device_id = r.device_id and d.serial = 'A6'",
    );
    expect((await send(report, { ...report, firmware: {} })).map(({ result }) => result)).toEqual([
      'repeated',
      'repeated',
    ]);
  });

  test('AP-05: a report dated ahead of its receipt counts as read then, is marked, and hides no later one', async () => {
    const pages = (value: number) => ({
      counters: { total: { unit: 'impressions' as const, reading: measured(value) } },
    });
    const ahead = toReport('A7', hoursAgo(-23), {
      ...pages(5000),
      errors: [{ code: 'E551', occurredAt: hoursAgo(-22.9).toISOString() }],
    });
    const [result] = await send(ahead);
    expect(result).toMatchObject({ result: 'stored', warnings: [{ path: 'observedAt' }] });
    expect((await send(ahead))[0]?.result).toBe('repeated');
    const before = new Date();
    expect((await send(toReport('A7', before, pages(120))))[0]).toEqual({ index: 0, result: 'stored' });
    const { device_id, updated_at } = await device('A7');
    expect(updated_at).toEqual(before);
    const { rows } = await database.pool.query(
      `select (select max(total) from counter_day where device_id = $1 and day = current_date) as total,
        (select min(occurred_at) <= now() from device_error where device_id = $1) as past,
        array(select clock_offset_s > 22 * 3600 from device_report where device_id = $1 order by observed_at desc) as marked`,
      [device_id],
    );
    expect(rows).toEqual([{ total: 120, past: true, marked: [true, false] }]);
  });

  test('AP-05: errors dated after their report are left out until their time has come', async () => {
    const error = (code: string, hours: number) => ({ code, occurredAt: hoursAgo(hours).toISOString() });
    const errors = [error('E551', 4), error('E552', 6)];
    const [result] = await send(toReport('A8', hoursAgo(5), { errors }));
    expect(result?.warnings).toMatchObject([{ path: 'errors[0].occurredAt' }]);
    await send(toReport('A8', hoursAgo(1), { errors }));
    const { rows } = await database.pool.query(
      "select code from device_error join device using (device_id) where serial = 'A8' order by code",
    );
    expect(rows).toEqual([{ code: 'E551' }, { code: 'E552' }]);
  });

  test('AP-05: texts and days of an identity that no index or date can hold are left out, and nothing else', async () => {
    const mac = '02:00:5E:00:00:77';
    const varied = Array.from({ length: 1024 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
      '',
    );
    const [first, second] = await send(
      toReport('A9', hoursAgo(2), {
        identity: { serial: measured('A9'), model: measured(varied), unpackingDate: '0000-01-01' },
      }),
      toReport('', hoursAgo(2), {
        identity: { serial: measured(varied), macAddresses: [mac], manufacturer: measured(varied) },
      }),
    );
    expect(first).toMatchObject({
      result: 'stored',
      warnings: [{ path: 'identity.unpackingDate' }, { path: 'identity.model' }],
    });
    expect(second).toMatchObject({
      result: 'stored',
      warnings: [{ path: 'identity.serial' }, { path: 'identity.manufacturer' }],
    });
    expect(await device('A9')).toMatchObject({ model: null, unpacking_date: null });
  });

  test('AP-05: bad reports are refused with path and reason, the good ones of the delivery are stored', async () => {
    const results = await send(
      toReport('A3', hoursAgo(1)),
      { ...toReport('A3', hoursAgo(2)), wings: 2 },
      'nonsense',
      toReport('A3', hoursAgo(-30)),
      toReport('A3', '2001-01-01T00:00:00Z'),
      { ...toReport('A3', hoursAgo(3)), identity: { model: measured('no serial') } },
      { ...toReport('A3', hoursAgo(3)), identity: { serial: measured('a\u0000b') } },
      toReport('A4', hoursAgo(1)),
    );
    expect(results.map((result) => result.result)).toEqual([
      'stored',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
      'stored',
    ]);
    expect(results.map((result) => result.issues?.[0]?.path)).toEqual([
      undefined,
      '',
      'version',
      'observedAt',
      'observedAt',
      'identity',
      'identity.serial.value',
      undefined,
    ]);
    expect(results[3]?.issues?.[0]?.message).toMatch(/ahead of the server's clock/);
    expect(results[4]?.issues?.[0]?.message).toMatch(/13 months/);
  });

  test('AP-05: impossible figures, times and texts are left out one by one and named, the rest is stored', async () => {
    const pages = (value: number) => ({ unit: 'impressions' as const, reading: measured(value) });
    const [result] = await send(
      toReport('B1', hoursAgo(2), {
        counters: { total: pages(2e10), black: pages(7), paperSources: { CST1: pages(1e11), CST2: pages(5) } },
        parts: [
          { partsCode: '6250', pages: measured(9), replacedAt: '1970-01-01T00:00:00Z' },
          { partsCode: '6251', driveHours: measured(1e9) },
          { partsCode: '6252', replacedAt: '2100-01-01T00:00:00Z' },
          { partsCode: '6253', consumedLife: measured(9000) },
        ],
        sensors: [
          { name: 'fuserWarmUp', reading: measured(1e300) },
          { name: 'countCE20', reading: measured(3) },
        ],
        storage: [{ sataPort: 0, type: 'SSD', wearPercent: measured(900) }],
        errors: [
          { code: 'E010', occurredAt: '2100-01-01T00:00:00Z' },
          { code: 'E020', occurredAt: hoursAgo(5).toISOString(), counter: 1e12 },
          { code: 'E030', occurredAt: hoursAgo(5).toISOString() },
        ],
        network: { interfaces: [], hostName: measured('a\u0000b') },
        site: { customerNumber: 'C-1', customerName: 'a\u0000b' },
      }),
    );
    expect(result?.warnings?.map(({ path }) => path).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'counters.paperSources.CST1',
      'counters.total',
      'errors[0].occurredAt',
      'errors[1].counter',
      'network.hostName.value',
      'parts[0].replacedAt',
      'parts[1]',
      'parts[2].replacedAt',
      'parts[3]',
      'sensors[0]',
      'site.customerName',
      'storage[0]',
    ]);
    const { device_id, customer_number, customer_name } = await device('B1');
    expect([customer_number, customer_name]).toEqual(['C-1', null]);
    const { rows } = await database.pool.query(
      `select c.total, c.black, counters, parts, sensors, storage, (select array_agg(code) from device_error e where e.device_id = c.device_id) as errors
       from counter_day c join reading_day r using (device_id, day) where c.device_id = $1`,
      [device_id],
    );
    expect(rows).toEqual([
      {
        total: null,
        black: 7,
        counters: { sources: { CST2: 5 } },
        parts: { '6250': [9] },
        sensors: { [toSensorKey('countCE20')]: 3 },
        storage: null,
        errors: ['E030'],
      },
    ]);
  });

  test('AP-05: a report that only the database refuses does not take the others with it', async () => {
    await database.owner.query("alter table device add constraint no_poison check (model <> 'poison')");
    const reports = Array.from({ length: 9 }, (_, i) =>
      toReport(
        `P${i}`,
        hoursAgo(1),
        i === 4 ? { identity: { serial: measured('P4'), model: measured('poison') } } : {},
      ),
    );
    const results = await send(...reports);
    expect(results.map((result) => result.result)).toEqual(reports.map((_, i) => (i === 4 ? 'refused' : 'stored')));
    await database.owner.query('alter table device drop constraint no_poison');
  });

  test('AP-05: a late report adds to the history and leaves the newer state unchanged', async () => {
    const status = { hrDeviceStatus: 'down' as const, detectedErrors: ['jammed'], detectedErrorStateHex: '04' };
    await send(
      toReport('L1', hoursAgo(1), { status, counters: { total: { unit: 'impressions', reading: measured(2000) } } }),
    );
    const before = await device('L1');
    expect(before.status).toBe('error');
    await send(toReport('L1', hoursAgo(60), { firmware: { system: measured('T100') } }));
    expect(await device('L1')).toMatchObject({
      status: 'error',
      updated_at: before.updated_at,
      firmware_version: 'T100',
    });
    const days = await database.db
      .selectFrom('counter_day')
      .select(['total'])
      .where('device_id', '=', before.device_id)
      .orderBy('day')
      .execute();
    expect(days).toEqual([{ total: 1000 }, { total: 2000 }]);
  });

  test('AP-05 GE-02: of each quarter of a UTC day the last counters are stored, whatever the order of the reports', async () => {
    const at = (time: string) => new Date(`${hoursAgo(48).toISOString().slice(0, 10)}T${time}:00Z`);
    const counted = (time: string, total: number) =>
      toReport('Q1', at(time), { counters: { total: { unit: 'impressions', reading: measured(total) } } });
    await send(counted('17:59', 40), counted('04:00', 10));
    await send(counted('23:00', 50), counted('05:59', 20), counted('12:00', 30));
    const { device_id } = await device('Q1');
    const { rows } = await database.pool.query(
      `select observed_at, total, q1_at, q1_total, q2_at, q2_total, q3_at, q3_total from counter_day where device_id = $1`,
      [device_id],
    );
    expect(rows).toEqual([
      {
        observed_at: at('23:00'),
        total: 50,
        q1_at: at('05:59'),
        q1_total: 20,
        q2_at: null,
        q2_total: null,
        q3_at: at('17:59'),
        q3_total: 40,
      },
    ]);
  });

  test('AP-05: a section that a report leaves out stays as it was', async () => {
    await send(toReport('S1', hoursAgo(5), { firmware: { system: measured('T1') } }));
    await send(toReport('S1', hoursAgo(1), { identity: { serial: measured('S1'), enterprise: 99_999 } }));
    expect(await device('S1')).toMatchObject({ model: 'Example 4500', firmware_version: 'T1' });
  });

  test('DL-25: a device whose newest report is old is offline, and back with the next report', async () => {
    await send(toReport('O1', hoursAgo(72)));
    expect(await device('O1')).toMatchObject({ status: 'offline', status_rank: 3, reported_status: 'normal' });
    await send(toReport('O1', hoursAgo(1)));
    expect(await device('O1')).toMatchObject({ status: 'normal', status_reasons: [] });
  });

  test('AP-05: errors of a device are stored once, those of a wrong clock are left out and named', async () => {
    const error = { code: 'E551', occurredAt: hoursAgo(3).toISOString(), counter: 12, conditions: { duplex: '1' } };
    const [result] = await send(
      toReport('E1', hoursAgo(2), { errors: [error, { code: 'C010', occurredAt: '1970-01-01T00:00:00Z' }] }),
    );
    expect(result).toMatchObject({ result: 'stored', warnings: [{ path: 'errors[1].occurredAt' }] });
    await send(toReport('E1', hoursAgo(1), { errors: [error] }));
    const { device_id } = await device('E1');
    const errors = await database.db
      .selectFrom('device_error')
      .selectAll()
      .where('device_id', '=', device_id)
      .execute();
    expect(errors).toMatchObject([{ code: 'E551', category: 'jamPrint', counter: 12, conditions: { duplex: '1' } }]);
  });

  test('AP-05: a device is known by serial within its maker, else by MAC, never by address', async () => {
    const mac = '02:00:5E:00:00:01';
    const byMac = { ...toReport('x', hoursAgo(9)), identity: { macAddresses: [mac], model: measured('Quiet') } };
    const first = await sendOne(byMac);
    const second = await sendOne(
      toReport('M1', hoursAgo(8), { identity: { serial: measured('M1'), enterprise: 5, macAddresses: [mac] } }),
    );
    expect(second).toBe(first);
    // The same serial of another maker at the same address is another device.
    const third = await sendOne(toReport('M1', hoursAgo(7), { identity: { serial: measured('M1'), enterprise: 6 } }));
    expect(third).not.toBe(first);
    // A network interface moved into another printer does not make them one.
    const fourth = await sendOne(
      toReport('M2', hoursAgo(6), { identity: { serial: measured('M2'), enterprise: 5, macAddresses: [mac] } }),
    );
    expect([first, third]).not.toContain(fourth);
  });

  test('AP-05: many simultaneous deliveries of the same new devices create each device once', async () => {
    const serials = Array.from({ length: 20 }, (_, i) => `R${i}`);
    const deliveries = Array.from({ length: 8 }, (_, round) =>
      send(
        ...(round % 2 === 0 ? serials : serials.toReversed()).map((serial) => toReport(serial, hoursAgo(round + 1))),
      ),
    );
    const results = (await Promise.all(deliveries)).flat();
    expect(results.every((result) => result.result === 'stored')).toBe(true);
    const { rows } = await database.pool.query("select count(*) as n from device where serial ~ '^R[0-9]+$'");
    expect(rows).toEqual([{ n: 20 }]);
  });

  test('AP-05: a delivery of new devices does not wait until another has registered its own', async () => {
    const other = await database.pool.connect();
    try {
      await other.query('begin');
      await other.query('select pg_advisory_xact_lock_shared($1)', [locks.registration]);
      await other.query(
        "insert into device_identity (kind, value, device_id) values ('serial', '/ELSEWHERE', gen_random_uuid())",
      );
      expect(await send(toReport('MEANWHILE', hoursAgo(1)))).toMatchObject([{ result: 'stored' }]);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  test('AP-05: of many printers that report one MAC address at once, no two are merged', async () => {
    const mac = '02:00:5E:00:00:02';
    const toPrinter = (serial: string, hours: number) =>
      toReport(serial, hoursAgo(hours), { identity: { serial: measured(serial), enterprise: 5, macAddresses: [mac] } });
    await send({ ...toReport('x', hoursAgo(20)), identity: { macAddresses: [mac], model: measured('Quiet') } });
    const serials = Array.from({ length: 8 }, (_, i) => `W${i}`);
    const ids = await Promise.all(serials.map((serial, i) => sendOne(toPrinter(serial, i + 1))));
    expect(new Set(ids).size).toBe(serials.length);
    const again = await Promise.all(serials.map((serial) => sendOne(toPrinter(serial, 0.5))));
    expect(again).toEqual(ids);
  });
});
