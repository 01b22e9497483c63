import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCsv, readSheet, unzip } from '../../../test/files.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  const { database } = platen;
  await agreeForAll(database);
  await addGroup(database, 1, 'One', 'dealer');
  await addGroup(database, 2, 'Two');
  await addDevices(
    database,
    Array.from({ length: 40 }, (_, n) => ({
      serial: n === 39 ? null : `SN-${String((n * 17) % 40).padStart(3, '0')}`,
      model: `e-STUDIO ${2000 + (n % 4)}`,
      customer_name: n % 3 === 0 ? null : `Kunde "${n}", Süd`,
      customer_number: `K-${n % 5}`,
      description: ['=cmd|calc', '＋SUM(A1)', '3rd <floor> & more', '東京\n_x0041_', null][n % 5] ?? null,
      firmware_version: '0T130',
      status: n === 3 ? ('error' as const) : n === 4 ? ('offline' as const) : ('normal' as const),
      status_rank: n === 3 ? 0 : n === 4 ? 3 : 4,
      group_ids: [1 + (n % 2)],
    })),
  );
  await sql`update device set status_reasons = ${JSON.stringify([{ source: 'supply', code: 'black', severity: 'error' }])}::jsonb
    where status = 'error'`.execute(database.db);
});
afterAll(() => platen.close());

const csv = async (query = '', subject = 'service', language = 'en') => {
  const answer = await platen.get(subject, `/v1/devices/export?format=csv${query}`, { 'accept-language': language });
  expect(answer.status).toBe(200);
  // Response.text would swallow the mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  return { text, rows: readCsv(text.slice(1)), total: answer.headers.get('total-count'), headers: answer.headers };
};
const listed = async (address: string, subject = 'service') => {
  const answer = await platen.get(subject, address);
  const { devices } = (await answer.json()) as { devices: { serial: string | null }[] };
  return devices.map(({ serial }) => serial ?? '');
};
const serials = (rows: string[][]) => rows.slice(1).map((row) => row[3]);

describe('export of the device list as CSV', () => {
  test('a file with mark, heads and one row a device, with the count known beforehand and a name with the day', async () => {
    const { text, rows, total, headers } = await csv();
    expect(text.codePointAt(0)).toBe(0xfeff);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(rows[0]).toEqual([
      'Status',
      'Reason',
      'Device code',
      'Serial Number',
      'Model',
      'Customer number',
      'Customer name',
      'Description',
      'Dealer number',
      'Dealer name',
      'Firmware version',
      'Last report (UTC)',
      'Parts: Due',
      'Parts: At the next visit',
    ]);
    expect([rows.length, total]).toEqual([41, '40']);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([14]));
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="devices-\d{4}-\d\d-\d\d\.csv"$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(rows.find((row) => row[0] === 'Error')).toEqual([
      'Error',
      'Black toner empty',
      '',
      'SN-011',
      'e-STUDIO 2003',
      'K-3',
      '',
      '東京\n_x0041_',
      '',
      '',
      '0T130',
      '2026-01-02T03:04:05Z',
      '',
      '',
    ]);
  });

  test.each([
    ['Asia/Tokyo', '2026-01-02T12:04:05+09:00'],
    ['America/St_Johns', '2026-01-01T23:34:05-03:30'],
    ['UTC', '2026-01-02T03:04:05Z'],
  ])('GE-02: times are those of the zone asked for, which the head names: %s', async (zone, time) => {
    const { rows, headers } = await csv(`&timeZone=${encodeURIComponent(zone)}`);
    expect(rows[0]?.[11]).toBe(`Last report (${zone})`);
    expect(new Set(rows.slice(1).map((row) => row[11]))).toEqual(new Set([time]));
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: zone });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="devices-${today}.csv"`);
    expect((await platen.get('service', '/v1/devices/export?format=csv&timeZone=Mars')).status).toBe(422);
  });

  test('DL-09 DL-14: rows come in the order of the list, for every column and both ways', async () => {
    for (const column of ['serial', 'model', 'customer', 'description', 'status'])
      for (const order of ['asc', 'desc']) {
        const sort = `sortColumn=${column}&sortOrder=${order}`;
        expect([sort, serials((await csv(`&${sort}`)).rows)]).toEqual([sort, await listed(`/v1/devices?${sort}`)]);
      }
  });

  test('DL-23 DL-26 GR-04: search, group and visibility are those of the screen', async () => {
    for (const [query, subject] of [
      ['search=2003', 'service'],
      ['groupId=2', 'service'],
      ['groupId=2&search=kunde', 'service'],
      ['search=2003', 'dealer'],
      ['', 'dealer'],
      ['groupId=2', 'dealer'],
      ['search=nowhere', 'service'],
    ] as const) {
      const file = await csv(`&${query}`, subject);
      const shown = await listed(`/v1/devices?${query}`, subject);
      expect([query, subject, serials(file.rows), file.total]).toEqual([query, subject, shown, String(shown.length)]);
    }
    expect((await csv('', 'dealer')).total).toBe('20');
    expect((await csv('&groupId=2', 'dealer')).total).toBe('0');
  });

  test('AS-01 AP-13: criteria, group and order of an advanced search narrow its export', async () => {
    const body = { models: ['2001', '2002'], groupId: 2, sortColumn: 'model', sortOrder: 'desc' };
    const shown = await platen.post('service', '/v1/devices/search', body);
    const { devices } = (await shown.json()) as { devices: { serial: string }[] };
    const answer = await platen.post('service', '/v1/devices/search/export', { ...body, format: 'csv' });
    expect(answer.headers.get('total-count')).toBe(String(devices.length));
    expect(devices.length).toBeGreaterThan(5);
    expect(serials(readCsv(await answer.text()))).toEqual(devices.map(({ serial }) => serial));
  });

  test('formulas in cells are defused, in half and full width', async () => {
    const { rows } = await csv();
    const descriptions = new Set(rows.slice(1).map((row) => row[7]));
    expect(descriptions).toEqual(new Set(["'=cmd|calc", "'＋SUM(A1)", '3rd <floor> & more', '東京\n_x0041_', '']));
  });

  test('IX-01: heads, status and reason speak the language asked for', async () => {
    const { rows } = await csv('', 'service', 'ja, en;q=0.5');
    expect(rows[0]?.slice(0, 4)).toEqual(['状態', '理由', 'エラーコード', 'シリアル番号']);
    const offline = rows.find((row) => row[3] === 'SN-028');
    const days = Math.floor((Date.now() - Date.parse('2026-01-02T03:04:05Z')) / 86_400_000);
    expect(offline?.[0]).toBe('オフライン');
    expect(offline?.[1]).toContain(String(days));
    expect((await csv('', 'service', 'fr')).rows[0]?.[0]).toBe('Status');
  });

  test('DL-26: an export needs a token, a known format and valid parameters', async () => {
    expect((await fetch(`${platen.url}/v1/devices/export?format=csv`)).status).toBe(401);
    for (const query of ['', 'format=pdf', 'format=csv&limit=5', 'format=csv&sortColumn=x']) {
      const answer = await platen.get('service', `/v1/devices/export?${query}`);
      expect([query, answer.status, await answer.json()]).toMatchObject([query, 422, { errorCode: 202001 }]);
    }
  });

  test('who exported how many devices, and what was looked for, is kept', async () => {
    await csv('&search=2003&groupId=1', 'dealer');
    const entry = await platen.database.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'export devices')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor: 'dealer',
      subject: 'group:1',
      detail: {
        format: 'csv',
        devices: (await listed('/v1/devices?search=2003&groupId=1', 'dealer')).length,
        search: '2003',
      },
    });
  });
});

describe('export of the device list as XLSX', () => {
  const read = async (language = 'en') => {
    const answer = await platen.get('service', '/v1/devices/export?format=xlsx', { 'accept-language': language });
    expect(answer.headers.get('content-type')).toContain('spreadsheetml.sheet');
    return unzip(Buffer.from(await answer.arrayBuffer()));
  };

  test('a workbook of one sheet: bold head that stays in sight, text as text, the last report as a date', async () => {
    const parts = await read();
    expect([...parts.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    const rows = readSheet(sheet);
    expect(rows).toHaveLength(41);
    expect(rows[0]?.every(({ style }) => style === 1)).toBe(true);
    const error = rows.find((row) => row[0]?.value === 'Error');
    expect(error?.map(({ value }) => value)).toEqual([
      'Error',
      'Black toner empty',
      null,
      'SN-011',
      'e-STUDIO 2003',
      'K-3',
      null,
      '東京\n_x0041_',
      null,
      null,
      '0T130',
      Date.parse('2026-01-02T03:04:05Z') / 86_400_000 + 25_569,
      null,
      null,
    ]);
    expect(rows.slice(1).map((row) => row[3]?.value ?? '')).toEqual(await listed('/v1/devices'));
  });

  test('no cell holds a formula; texts that begin like one are marked as text', async () => {
    const sheet = (await read()).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).not.toContain('<f>');
    const styles = new Map(readSheet(sheet).map((row) => [row[7]?.value, row[7]?.style]));
    expect([styles.get('=cmd|calc'), styles.get('＋SUM(A1)'), styles.get('3rd <floor> & more')]).toEqual([2, 2, 0]);
  });

  test('IX-01: heads and sheet are named in the language asked for', async () => {
    const parts = await read('ja');
    expect(parts.get('xl/workbook.xml')).toContain('name="機器一覧"');
    expect(readSheet(parts.get('xl/worksheets/sheet1.xml') ?? '')[0]?.[3]?.value).toBe('シリアル番号');
  });
});

describe('export of a large fleet', () => {
  const many = 10_000;
  beforeAll(async () => {
    // Long names of dealers, which no index holds: 15 MB are more than the sockets in between take.
    await platen.database.owner.query(`insert into device (device_id, serial, model, dealer_name, status, status_rank,
        reported_status, created_at, updated_at, received_at, processed_at, group_ids)
      select gen_random_uuid(), 'BIG' || lpad(n::text, 6, '0'), 'e-STUDIO 9', repeat('Dealer ', 210),
        'normal', 4, 'normal', now(), now(), now(), now(), '{3}'
      from generate_series(1, ${many}) n`);
    await platen.database.owner.query('analyze device');
  }, 240_000);

  /** The answer of a client that reads only on demand. */
  const open = async (format: string) => {
    const headers = await platen.bearer('service');
    return new Promise<{ call: ClientRequest; answer: IncomingMessage }>((resolve, reject) => {
      const call = httpRequest(`${platen.url}/v1/devices/export?format=${format}&groupId=3`, { headers }, (answer) =>
        resolve({ call, answer }),
      );
      call.on('error', reject).end();
    });
  };
  const openTransactions = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
      platen.database.db,
    );
    return rows[0]?.count;
  };

  test('all 10,000 rows arrive, in order, each once', async () => {
    const { rows, total } = await csv('&groupId=3');
    expect([rows.length - 1, total]).toEqual([many, String(many)]);
    const found = serials(rows);
    expect(found.every((serial, n) => serial === `BIG${String(n + 1).padStart(6, '0')}`)).toBe(true);
  }, 120_000);

  test('a workbook of 10,000 rows opens again', async () => {
    const answer = await platen.get('service', '/v1/devices/export?format=xlsx&groupId=3');
    const sheet = unzip(Buffer.from(await answer.arrayBuffer())).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet.split('<row>')).toHaveLength(many + 2);
    expect(sheet).toContain(`BIG0${many}</t>`);
  }, 120_000);

  test('a client that reads nothing holds the rest back in the store, and sees it as it was at the start', async () => {
    const { answer } = await open('csv');
    await expect.poll(openTransactions, { timeout: 60_000 }).toBe(1);
    await addDevices(platen.database, [
      { serial: 'BIG000000', group_ids: [3] },
      { serial: 'BIH', group_ids: [3] },
    ]);
    // Time enough for another client to read everything: were the file made ahead of its reader, this one
    // were over too.
    expect((await csv('&groupId=3')).total).toBe(String(many + 2));
    expect(await openTransactions()).toBe(1);
    let text = '';
    answer.setEncoding('utf8');
    for await (const chunk of answer) text += String(chunk);
    expect(text.split('\r\n')).toHaveLength(many + 2);
    expect(text).not.toContain('BIG000000');
    expect(text).not.toContain('BIH');
    await expect.poll(openTransactions).toBe(0);
    await platen.database.db.deleteFrom('device').where('serial', 'in', ['BIG000000', 'BIH']).execute();
  }, 120_000);

  test('AC-24: a user has two exports at a time; one given up makes room', async () => {
    const first = await open('csv');
    const second = await open('xlsx');
    const third = await platen.get('service', '/v1/devices/export?format=csv&groupId=3');
    expect([third.status, await third.json()]).toMatchObject([503, { errorCode: 203002 }]);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const { call, answer } of [first, second]) {
      answer.on('error', () => undefined);
      call.destroy();
    }
    await expect.poll(openTransactions, { timeout: 60_000 }).toBe(0);
    await expect.poll(async () => (await csv('&search=SN-000')).total).toBe('1');
  }, 120_000);

  test('a store that fails underway cuts the answer off: no short file looks whole', async () => {
    const { answer } = await open('csv');
    await expect.poll(openTransactions, { timeout: 60_000 }).toBe(1);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
      platen.database.db,
    );
    const read = async () => {
      for await (const chunk of answer) expect(chunk).toBeDefined();
    };
    await expect(read()).rejects.toThrow('aborted');
    await expect.poll(async () => (await csv('&search=SN-000')).total).toBe('1');
  }, 120_000);
});
