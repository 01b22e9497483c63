import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addCounterDays, addSections } from '../../../test/telemetry.ts';
import { addDevices, addGroup, testAppAt } from '../../../test/test-app.ts';

const now = new Date('2026-11-21T10:00:00Z');
const platen = testAppAt(now);

const read = async (id: string) =>
  (await (await platen().get('service', `/v1/device/${id}/counter`)).json()) as unknown;
const counter = (value: number) => ({ unit: 'impressions' as const, reading: { state: 'measured' as const, value } });
const rise = (first: number, last: number, omitted = 0) => ({ kind: 'counterRise', first, last, omitted });
const labels = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];

test('AP-16 CN-12 CT-01..CT-03 CT-05 CT-06 OQ-64 OQ-65: six months to date, sums, all paper sources and scans', async () => {
  const [id = ''] = await addDevices(platen().database, [{ serial: 'C-1' }]);
  await addCounterDays(platen().database, id, {
    '2026-04-30': [1000, 400, 600],
    '2026-06-30': [1100, 440, 660],
    '2026-08-01': [1200, 480, 720],
    '2026-09-30': [1300, 500, 800],
    '2026-10-31': [1330, 510, 820],
    '2026-11-20': [1340, 512, 828],
  });
  await addSections(platen().database, id, {
    counters: {
      total: counter(1340),
      color: counter(512),
      black: counter(828),
      scanLarge: counter(7),
      scanSmall: { unit: 'sheets', reading: { state: 'unknown' } },
      paperSources: { CST1: counter(900), ADU: counter(0), TLCF: counter(31) },
    },
  });
  expect(await read(id)).toEqual({
    monthly: [
      { label: '2026-06', color: 40, black: 60, rises: { color: rise(400, 440), black: rise(600, 660) } },
      { label: '2026-07', color: null, black: null },
      { label: '2026-08', color: 40, black: 60, rises: { color: rise(440, 480), black: rise(660, 720) } },
      { label: '2026-09', color: 20, black: 80, rises: { color: rise(480, 500), black: rise(720, 800) } },
      { label: '2026-10', color: 10, black: 20, rises: { color: rise(500, 510), black: rise(800, 820) } },
      { label: '2026-11', color: 2, black: 8, rises: { color: rise(510, 512), black: rise(820, 828) } },
    ],
    summary: {
      month3: { color: 32, black: 108 },
      month6: { color: 112, black: 228 },
      total: { color: 512, black: 828 },
    },
    module: {
      ADF: null,
      bypass: null,
      CST1: 900,
      CST2: null,
      CST3: null,
      CST4: null,
      LCF: null,
      SFB: null,
      ADU: 0,
      TLCF: 31,
    },
    scanModule: { large: 7, small: null },
  });
});

test('CT-04 CT-05 PR-12: on a device that lists black toner only black is the total, of months, sums and all; color is not fitted', async () => {
  const [id = '', color = ''] = await addDevices(platen().database, [{ serial: 'C-M1' }, { serial: 'C-M2' }]);
  const toner = (tonerColor: 'black' | 'cyan', index: string) => ({
    index,
    class: 'supplyThatIsConsumed' as const,
    type: 'toner',
    tonerColor,
    percent: { state: 'measured' as const, value: 40 },
  });
  for (const device of [id, color]) {
    await addCounterDays(platen().database, device, {
      '2026-09-30': [1300, null, null],
      '2026-10-31': [1330, null, null],
      '2026-11-20': [1340, null, null],
    });
    const supplies = device === id ? [toner('black', '1')] : [toner('black', '1'), toner('cyan', '2')];
    await addSections(platen().database, device, { counters: { total: counter(1340) }, supplies });
  }
  expect(await read(id)).toMatchObject({
    isMonochrome: true,
    monthly: [
      {},
      {},
      {},
      {},
      { color: null, black: 30, total: 30, rises: { black: rise(1300, 1330), total: rise(1300, 1330) } },
      { color: null, black: 10, total: 10 },
    ],
    summary: { month6: { color: null, black: 40, total: 40 }, total: { color: null, black: 1340, total: 1340 } },
  });
  const profile = async (device: string) => (await platen().get('service', `/v1/device/${device}/profile`)).json();
  expect(await profile(id)).toMatchObject({
    isMonochrome: true,
    counter: { total: 1340, colorRate: null },
    pages: { color: null, black: 1340 },
  });
  expect(await read(color)).toMatchObject({ summary: { total: { color: null, black: null, total: 1340 } } });
  expect(await read(color)).not.toHaveProperty('isMonochrome');
  expect(await profile(color)).not.toHaveProperty('isMonochrome');
});

describe('CT-01 GE-02: months of a time zone', () => {
  const readIn = async (id: string, zone: string) =>
    (await platen().get('service', `/v1/device/${id}/counter?timeZone=${encodeURIComponent(zone)}`)).json() as Promise<{
      monthly: { label: string; black: number | null }[];
      countedTime?: unknown;
    }>;

  test.each([
    // Midnight is 15:00 UTC: what the device counted up to 14:45 is of October.
    ['Asia/Tokyo', 60, 70, '2026-05-31T15:00:00.000Z', '2026-11-21T15:00:00.000Z'],
    // Midnight is 23:00 UTC, behind the last but one reading.
    ['Europe/Berlin', 60, 70, '2026-05-31T22:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    // Midnight is 10:00 UTC of the first.
    ['Pacific/Honolulu', 110, 20, '2026-06-01T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
    ['UTC', 100, 30, '2026-06-01T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ])('%s', async (zone, october, november, from, to) => {
    const [id = ''] = await addDevices(platen().database, [{}]);
    await addCounterDays(platen().database, id, {
      '2026-10-30': [1000, 0, 1000],
      '2026-10-31': [1100, 0, 1100],
      '2026-11-01': [1130, 0, 1130],
    });
    await sql`update counter_day set observed_at = day + time '23:45' at time zone 'utc' where device_id = ${id}`.execute(
      platen().database.db,
    );
    await sql`update counter_day set q3_at = '2026-10-31T14:45Z', q3_total = 1060, q3_color = 0, q3_black = 1060
      where device_id = ${id} and day = '2026-10-31'`.execute(platen().database.db);
    await sql`update counter_day set q1_at = '2026-11-01T05:45Z', q1_total = 1110, q1_color = 0, q1_black = 1110
      where device_id = ${id} and day = '2026-11-01'`.execute(platen().database.db);
    const { monthly, countedTime } = await readIn(id, zone);
    // What the pages are calculated from: the last reading before the month, and the last one in it.
    const cut = 1000 + october;
    const rises = (first: number, last: number) => ({ color: rise(0, 0), black: rise(first, last) });
    expect(monthly.slice(-2)).toEqual([
      { label: '2026-10', color: 0, black: october, rises: rises(1000, cut) },
      { label: '2026-11', color: 0, black: november, rises: rises(cut, 1130) },
    ]);
    expect(countedTime).toEqual({ timeZone: zone, from, to });
  });

  test('an unknown zone is refused by name; without a zone the answer is the one of before', async () => {
    const [id = ''] = await addDevices(platen().database, [{}]);
    const answer = await platen().get('service', `/v1/device/${id}/counter?timeZone=Mars/Olympus`);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('Mars/Olympus');
    expect(await read(id)).not.toHaveProperty('countedTime');
  });
});

test('counters by function are given as reported, each with its unit and its source; a device without has none', async () => {
  const [id = '', plain = ''] = await addDevices(platen().database, [{ serial: 'C-F1' }, { serial: 'C-F2' }]);
  const copied = { function: 'copy', color: 'black', size: 'all' } as const;
  const scanned = { function: 'scan', color: 'all', size: 'large' } as const;
  await addSections(platen().database, id, {
    counters: {
      total: counter(900),
      byFunction: [
        { ...copied, ...counter(300) },
        { ...copied, unit: 'sheets', reading: { state: 'measured', value: 200 } },
        { ...scanned, unit: 'unknown', reading: { state: 'unknown' } },
      ],
    },
  });
  await addSections(platen().database, plain, { counters: { total: counter(900) } });
  expect(await read(id)).toMatchObject({
    byFunction: [
      { ...copied, unit: 'impressions', count: 300 },
      { ...copied, unit: 'sheets', count: 200 },
      { ...scanned, unit: 'unknown', count: null },
    ],
  });
  expect(await read(plain)).not.toHaveProperty('byFunction');
  const { evidence } = (await (await platen().get('service', `/v1/device/${id}/evidence`)).json()) as {
    evidence: Record<string, { raw: string }>;
  };
  const rawOf = (unit: string) => evidence[`counter.byFunction.copy.black.all.${unit}`]?.raw;
  expect([rawOf('impressions'), rawOf('sheets')]).toEqual(['300', '200']);
});

test('AP-05 CT-01: a month over a board change leaves out the step between the boards', async () => {
  const [id = ''] = await addDevices(platen().database, [{}]);
  await addCounterDays(platen().database, id, {
    '2026-10-31': [9000, 0, 9000],
    '2026-11-05': [9100, 0, 9100],
    '2026-11-06': [10, 0, 10],
    '2026-11-20': [60, 0, 60],
  });
  expect(await read(id)).toMatchObject({
    monthly: [{}, {}, {}, {}, {}, { black: 150, rises: { black: rise(9000, 60, -9090) } }],
  });
});

describe('LG-10 LG-19: months follow what people corrected in the ledger', () => {
  const correct = async (id: string, body: object): Promise<string> => {
    const path = `/v1/device/${id}/meters/black/corrections`;
    const { status, value } = await platen().call('admin', 'POST', path, { reason: 'misread', ...body });
    expect(status).toBe(200);
    return String(Object(value).correctionId);
  };
  const blackOf = async (id: string) =>
    Object(await read(id))
      .monthly.slice(-2)
      .map(({ black }: { black: number | null }) => black);

  test('a reading that was excluded ends no month, until the exclusion is withdrawn', async () => {
    const [id = ''] = await addDevices(platen().database, [{ serial: 'C-X1' }]);
    await addCounterDays(platen().database, id, {
      '2026-09-30': [1000, 0, 1000],
      '2026-10-31': [1900, 0, 1900],
      '2026-11-20': [1950, 0, 1950],
    });
    await sql`update counter_day set q1_at = '2026-10-31T05:45Z', q1_total = 1600, q1_color = 0, q1_black = 1600
      where device_id = ${id} and day = '2026-10-31'`.execute(platen().database.db);
    expect(await blackOf(id)).toEqual([900, 50]);
    const excluded = { kind: 'exclude', at: '2026-10-31T19:00:00Z', until: '2026-10-31T21:00:00Z' };
    const correctionId = await correct(id, excluded);
    expect(await blackOf(id)).toEqual([600, 350]);
    const path = `/v1/device/${id}/meters/black/corrections/${correctionId}/decision`;
    expect((await platen().call('admin', 'POST', path, { decision: 'withdraw' })).status).toBe(200);
    expect(await blackOf(id)).toEqual([900, 50]);
  });

  test('a reading that was entered divides the pages of two months', async () => {
    const [id = ''] = await addDevices(platen().database, [{ serial: 'C-X2' }]);
    await addCounterDays(platen().database, id, { '2026-09-30': [1000, 0, 1000], '2026-11-20': [1950, 0, 1950] });
    expect(await blackOf(id)).toEqual([null, 950]);
    await correct(id, { kind: 'reading', at: '2026-10-31T12:00:00Z', value: 1600, source: 'customer' });
    expect(await blackOf(id)).toEqual([600, 350]);
  });
});

test('CT-03 CT-04: a device that does not answer color from black has nulls and a total, never a split', async () => {
  const [id = ''] = await addDevices(platen().database, [{ serial: 'C-2' }]);
  await addCounterDays(platen().database, id, { '2026-10-31': [500], '2026-11-02': [530] });
  await addSections(platen().database, id, { counters: { total: counter(530) } });
  expect(await read(id)).toMatchObject({
    monthly: labels.map((label) => ({ label, color: null, black: null, ...(label === '2026-11' && { total: 30 }) })),
    summary: {
      month3: { color: null, black: null, total: 30 },
      total: { color: null, black: null, total: 530 },
    },
  });
});

test('CT-01 CT-05 CT-06: a device that never reported a counter has six months of null, no zeros', async () => {
  const [id = ''] = await addDevices(platen().database, [{ serial: 'C-3' }]);
  expect(await read(id)).toEqual({
    monthly: labels.map((label) => ({ label, color: null, black: null })),
    summary: {
      month3: { color: null, black: null },
      month6: { color: null, black: null },
      total: { color: null, black: null },
    },
    module: {
      ADF: null,
      bypass: null,
      CST1: null,
      CST2: null,
      CST3: null,
      CST4: null,
      LCF: null,
      SFB: null,
      ADU: null,
    },
    scanModule: { large: null, small: null },
  });
});

describe('CT-01: days on which counters fell or leapt', () => {
  let id = '';
  beforeAll(async () => {
    await addGroup(platen().database, 1, 'One', 'dealer');
    [id = ''] = await addDevices(platen().database, [{ serial: 'C-9', group_ids: [1] }]);
    const row = { device_id: id, kind: 'fell' as const, day: '2026-10-03', value_before: 9000, value_after: 5 };
    await platen()
      .database.db.insertInto('counter_break')
      .values([
        { ...row, key: 'source.CST1' },
        { ...row, key: 'pages.total', value_before: 12_000, value_after: 7 },
        { ...row, key: 'pages.total', day: '2026-11-02', kind: 'leapt' },
      ])
      .execute();
  });
  const counters = [
    { key: 'pages.total', before: 12_000, after: 7 },
    { key: 'source.CST1', before: 9000, after: 5 },
  ];
  const open = { cause: null, answeredBy: null, answeredAt: null };
  const answer = async (who: 'service' | 'dealer', body: object) => {
    const answered = await fetch(`${platen().url}/v1/device/${id}/counter/break`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...(await platen().bearer(who)) },
      body: JSON.stringify(body),
    });
    return { status: answered.status, body: (await answered.json()) as unknown };
  };

  test('come newest first, each once with all its counters and without a cause', async () => {
    expect(await read(id)).toMatchObject({
      breaks: [
        { day: '2026-11-02', ...open, counters: [{ key: 'pages.total', before: 9000, after: 5 }] },
        { day: '2026-10-03', ...open, counters },
      ],
    });
  });

  test('a cause is given once for all counters of the day, with its author and a record', async () => {
    const answered = { day: '2026-10-03', cause: 'boardExchanged', answeredAt: now.toISOString(), counters };
    expect(await answer('service', { day: '2026-10-03', cause: 'boardExchanged' })).toMatchObject({
      status: 200,
      body: answered,
    });
    expect(await read(id)).toMatchObject({ breaks: [{ day: '2026-11-02', ...open }, answered] });
    const records = await platen()
      .database.db.selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'breaks explain')
      .execute();
    expect(records).toMatchObject([
      { subject: `device:${id}`, detail: { day: '2026-10-03', after: 'boardExchanged' } },
    ]);
  });

  test('a dealer may not, and a day without one or an unknown cause is refused with its reason', async () => {
    expect(await answer('dealer', { day: '2026-11-02', cause: 'misread' })).toMatchObject({
      status: 403,
      body: { errorCode: 200002 },
    });
    expect(await answer('service', { day: '2026-11-03', cause: 'misread' })).toMatchObject({
      status: 422,
      body: { errorCode: 202001, detail: [{ msg: 'day: no counter fell or leapt on 2026-11-03' }] },
    });
    expect(await answer('service', { day: '2026-11-02', cause: 'magic' })).toMatchObject({ status: 422 });
    expect(await read(id)).toMatchObject({ breaks: [{ day: '2026-11-02', ...open }, {}] });
  });
});

test('CT-04 CT-05 PR-10: over a board change the total goes on as assumed until the cause is given; the profile and the list say so', async () => {
  const [id = ''] = await addDevices(platen().database, [{ serial: 'C-B1' }]);
  await addSections(platen().database, id, {
    counters: { total: counter(2360), color: counter(360), black: counter(2000) },
    status: { hrDeviceStatus: 'running', detectedErrors: [] },
  });
  const hint = [{ source: 'counterBreak', code: '2026-08-10', severity: 'info' }];
  await sql`insert into counter_break (device_id, key, day, kind, value_before, value_after) values
    (${id}, 'pages.total', '2026-08-10', 'fell', 42000, 10), (${id}, 'pages.black', '2026-08-10', 'fell', 30000, 10)`.execute(
    platen().database.db,
  );
  await sql`update device set sign_reasons = ${JSON.stringify(hint)}::jsonb, status_reasons = ${JSON.stringify(hint)}::jsonb,
    status = 'normal' where device_id = ${id}`.execute(platen().database.db);
  const profile = async () => (await platen().get('service', `/v1/device/${id}/profile`)).json() as Promise<unknown>;
  expect(await read(id)).toMatchObject({
    summary: {
      total: { color: 360, black: 2000 },
      continued: { color: 360, black: 31_990, total: 44_350, isAssumed: true },
    },
  });
  expect(await profile()).toMatchObject({
    counter: { total: 2360 },
    continuedTotal: { total: 44_350, isAssumed: true },
    statusReasons: hint,
  });
  const explain = async (cause: string) => {
    const answer = await fetch(`${platen().url}/v1/device/${id}/counter/break`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...(await platen().bearer('service')) },
      body: JSON.stringify({ day: '2026-08-10', cause }),
    });
    expect(answer.status).toBe(200);
  };
  await explain('boardExchanged');
  expect(await read(id)).toMatchObject({ summary: { continued: { total: 44_350, isAssumed: false } } });
  expect(await profile()).toMatchObject({ statusReasons: [], continuedTotal: { isAssumed: false } });
  await explain('deviceExchanged');
  expect(await read(id)).not.toHaveProperty('summary.continued');
  expect(await profile()).not.toHaveProperty('continuedTotal');
});
