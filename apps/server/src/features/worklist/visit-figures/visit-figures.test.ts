import { readVisitFigures } from '@platen/contract/visit-figures';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { readCsv } from '../../../../test/files.ts';
import { addCounterDays, ensureMonths } from '../../../../test/telemetry.ts';
import { inDays, testWorklist } from '../../../../test/test-worklist.ts';
import { addToWorklist } from '../../../../test/worklist.ts';
import { countOutcomes } from '../../../history/visit-outcomes.ts';

const worklist = testWorklist();
const db = () => worklist.platen.database.db;

interface Made {
  readonly days: number;
  readonly kind?: string;
  readonly former?: string | null;
  readonly by?: string;
  readonly customer?: string;
  readonly parts?: readonly Record<string, unknown>[];
}

/** A recorded visit to a device some days ago. */
async function addVisit(deviceId: string, { days, kind = 'repair', former = null, by = 'tech', ...more }: Made) {
  const visitId = newId();
  const day = inDays(-days);
  const body = {
    deviceId,
    arrivedAt: `${day}T09:00:00Z`,
    leftAt: `${day}T10:00:00Z`,
    result: 'fixed',
    done: [],
    parts: more.parts ?? [{ item: 'fuser', answer: 'replaced' }],
    counters: [],
    conditions: [],
  };
  await sql`
    insert into visit (visit_id, kind, state, customer_number, customer_name, former_id, planned_day, done_at)
    values (${visitId}, ${kind}, 'done', ${more.customer ?? 'C-1'}, 'Weir', ${former}, ${day}, ${`${day}T10:00:00Z`})`.execute(
    db(),
  );
  await sql`insert into visit_device (device_id, visit_id) values (${deviceId}, ${visitId})`.execute(db());
  await sql`
    insert into visit_record (device_id, visit_id, revision, body, recorded_by, recorded_at, is_on_older_plan)
    values (${deviceId}, ${visitId}, 1, ${JSON.stringify(body)}, ${worklist.idOf(by)}, now(), false)`.execute(db());
  return visitId;
}

async function read(subject: string, query = '') {
  const answer = await worklist.platen.get(subject, `/v1/visits/effect${query}`);
  expect(answer.status).toBe(200);
  return readVisitFigures.answer.parse(await answer.json());
}
/** Fuser errors and counters of the own device: 7 before a visit 40 days ago, 1 after. */
async function addErrors(deviceId: string) {
  const counted = Array.from({ length: 81 }, (_, n) => [inDays(n - 80), [100_000 + 100 * n] as const] as const);
  await addCounterDays(worklist.platen.database, deviceId, Object.fromEntries(counted));
  const errors = [-65, -60, -55, -50, -48, -44, -42, -20].map((days) => new Date(`${inDays(days)}T10:00:00Z`));
  await ensureMonths(worklist.platen.database, 'device_error', errors);
  for (const at of errors)
    await sql`
      insert into device_error (device_id, occurred_at, code, category, conditions)
      values (${deviceId}, ${at}, 'C447', 'serviceCall', '{}')`.execute(db());
}
const today = () => new Date();

test('VE-06 VE-07: a visit soon after another is a call-back, one for missing parts a return, a delivery never counts', async () => {
  const customer = 'C-figures';
  const first = await addVisit(worklist.own, { days: 70, customer });
  await addVisit(worklist.own, {
    days: 65,
    customer,
    parts: [
      { item: 'fuser', answer: 'notDone', isUnused: true },
      { item: 'drum.black', answer: 'replaced', pieces: 2 },
    ],
  });
  await addVisit(worklist.own, { days: 30, customer, former: first });
  await addVisit(worklist.own, { days: 3, customer, kind: 'delivery' });
  await countOutcomes(db(), today());
  const figures = await read('service', `?customer=${customer}`);
  expect(figures.all).toMatchObject({ problems: 1, callBacks: 1, returns: 1, callBackShare: null, firstTime: null });
  expect(figures.all).toMatchObject({ brought: 6, unused: 1, spans: 0, pagesBetween: null });
  expect(figures.months).toHaveLength(new Set(figures.months.map(({ month }) => month)).size);
  expect(figures.months.reduce((sum, { problems, callBacks }) => sum + problems + callBacks, 0)).toBe(2);
  expect(figures.customers).toMatchObject([{ customerNumber: customer, customerName: 'Weir', problems: 1 }]);
  expect(figures.models).toMatchObject([{ model: 'M', returns: 1 }]);
  expect((await read('service', `?customer=${customer}&model=none`)).all).toMatchObject({ problems: 0 });
  const narrow = await read('service', `?customer=${customer}&from=${inDays(-66)}&to=${inDays(-60)}`);
  expect(narrow.all).toMatchObject({ problems: 0, callBacks: 1 });
});

test('VE-06: a condition of P1 of the same unit soon after a visit is a call-back too', async () => {
  const customer = 'C-back';
  await addVisit(worklist.own, { days: 40, customer });
  const [conditionId] = await addToWorklist(worklist.platen.database, worklist.own, [
    { kind: 'part', subject: 'fuser' },
  ]);
  await sql`
    insert into condition_event (entity_id, event_id, condition_id, at, change, detail)
    values (${worklist.own}, ${newId()}, ${conditionId}, ${`${inDays(-30)}T08:00:00Z`}, 'opened', '{"priority": "P1"}')`.execute(
    db(),
  );
  await countOutcomes(db(), today());
  expect((await read('service', `?customer=${customer}`)).all).toMatchObject({ problems: 1, callBacks: 1 });
});

test('VE-07 VR-11 GE-05: figures are of devices that the user sees, and by technician for managers and the person alone', async () => {
  const customer = 'C-rights';
  await addVisit(worklist.own, { days: 20, customer });
  await addVisit(worklist.foreign, { days: 20, customer, by: 'service' });
  await countOutcomes(db(), today());
  const [service, dealer, tech] = [
    await read('service', `?customer=${customer}`),
    await read('dealer', `?customer=${customer}`),
    await read('tech', `?customer=${customer}`),
  ];
  expect([service.all.problems, dealer.all.problems, tech.all.problems]).toEqual([2, 1, 1]);
  expect(new Set(service.technicians.map(({ person }) => person?.userId))).toEqual(
    new Set([worklist.idOf('tech'), worklist.idOf('service')]),
  );
  expect(dealer.technicians).toEqual([]);
  expect(tech.technicians).toMatchObject([{ person: { userId: worklist.idOf('tech') }, problems: 1 }]);
  expect((await read('service', '?customer=C-unknown')).all.problems).toBe(0);
});

test('VE-04 VE-05 GE-14: what visits changed is counted once a day and after a correction, by part and in full', async () => {
  const customer = 'C-changes';
  await addErrors(worklist.own);
  const visitId = await addVisit(worklist.own, { days: 40, customer });
  expect(await countOutcomes(db(), today())).toBeGreaterThan(0);
  expect(await countOutcomes(db(), today())).toBe(0);
  const { changes, changeCount, parts, countedAt } = await read('service', `?customer=${customer}`);
  expect(changes).toMatchObject([
    { deviceId: worklist.own, serial: 'A', effect: { visitId, measure: 'unitErrors', judged: { verdict: 'better' } } },
  ]);
  expect([changeCount, countedAt]).toEqual([1, expect.any(String)]);
  expect(parts).toMatchObject([{ kind: 'fuser', entries: 1, better: 1, worse: 0, notYetKnown: 0 }]);
  await sql`
    insert into visit_record (device_id, visit_id, revision, body, recorded_by, recorded_at, is_on_older_plan)
    select device_id, visit_id, 2, jsonb_set(body, '{parts}', '[]'), recorded_by, now(), false from visit_record
    where visit_id = ${visitId}`.execute(db());
  expect(await countOutcomes(db(), today())).toBe(1);
  expect((await read('service', `?customer=${customer}`)).changes).toEqual([]);
});

test('VE-05 VR-11 GE-05 GE-10: what visits changed is a file with all that a ratio rests on, and with no technician', async () => {
  const customer = 'C-file';
  for (const device of [worklist.own, worklist.foreign]) await addErrors(device);
  await addVisit(worklist.own, { days: 40, customer });
  await addVisit(worklist.foreign, { days: 40, customer });
  await countOutcomes(db(), today());
  const file = async (subject: string, query = '', language = 'en') => {
    const answer = await worklist.platen.get(
      subject,
      `/v1/visits/effect/export?format=csv&customer=${customer}${query}`,
      {
        'accept-language': language,
      },
    );
    return { status: answer.status, total: answer.headers.get('total-count'), rows: readCsv(await answer.text()) };
  };
  const { rows, total } = await file('dealer');
  expect(total).toBe('1');
  const cells = Object.fromEntries(rows[0]?.map((head, n) => [head, rows[1]?.[n]]) ?? []);
  expect(cells).toMatchObject({
    'Day of the visit': inDays(-40),
    Serial: 'A',
    Customer: 'Weir',
    'What was done': 'Replaced: Fuser belt',
    Rate: 'Errors, Fuser belt',
    'Events before': '7',
    'Before, from': inDays(-70),
    'Events after': '1',
    'After, to': inDays(-10),
    Says: 'better',
  });
  for (const name of ['Tina', 'tech', worklist.idOf('tech')]) expect(JSON.stringify(rows)).not.toContain(name);
  expect((await file('service')).total).toBe('2');
  expect((await file('service', '', 'ja')).rows[0]?.[0]).toBe('訪問日');
  expect((await file('service', `&from=${inDays(-3)}`)).total).toBe('0');
  const sheet = await worklist.platen.get('service', `/v1/visits/effect/export?format=xlsx&customer=${customer}`);
  expect(sheet.headers.get('content-disposition')).toMatch(/visit-effects-\d{4}-\d{2}-\d{2}\.xlsx/);
  const { rows: audits } = await sql<{ action: string }>`
    select action from audit_entry where action = 'export visit effects'`.execute(db());
  expect(audits.length).toBeGreaterThan(3);
});

test.each([
  ['en', 'What was done', 'Replaced: Waste toner box'],
  ['ja', '作業', '交換: 廃トナーボックス'],
])('VE-05: the file names a supply that was replaced (%s)', async (language, head, work) => {
  const customer = 'C-waste';
  await addErrors(worklist.own);
  await addVisit(worklist.own, { days: 40, customer, parts: [{ item: 'supply.waste', answer: 'replaced' }] });
  await countOutcomes(db(), today());
  const path = `/v1/visits/effect/export?format=csv&customer=${customer}`;
  const answer = await worklist.platen.get('service', path, { 'accept-language': language });
  const [heads = [], cells = []] = readCsv(await answer.text());
  expect(cells[heads.indexOf(head)]).toBe(work);
});

test('VE-08: advice for parts is counted as replaced, found good, not looked at or open, of visible devices', async () => {
  const opened = (days: number) => `${inDays(-days)}T08:00:00Z`;
  const part = (subject: string, days: number, urgency = 'nextVisit') =>
    ({ kind: 'part', subject, opened_at: opened(days), work: 'resolved', facts: { urgency } }) as const;
  for (const device of [worklist.own, worklist.foreign])
    await addToWorklist(worklist.platen.database, device, [
      part('fuser', 170, 'now'),
      part('drum.black', 170),
      part('drum.cyan', 150),
      part('secondTransfer', 10),
      part('part.6340', 150, 'watch'),
    ]);
  const visitId = await addVisit(worklist.own, { days: 120 });
  await sql`
    insert into device_replacement (device_id, item, replaced_on, origin)
    select device_id, 'part.6342', ${inDays(-120)}::date, 'recorded' from device where device_id = ${worklist.own}`.execute(
    db(),
  );
  await sql`
    insert into part_found_good (device_id, item, found_on, visit_id)
    values (${worklist.own}, 'part.6250', ${inDays(-120)}, ${visitId})`.execute(db());
  const { advice } = await read('dealer');
  expect(advice).toEqual([
    expect.objectContaining({ component: 'drum', advised: 2, replaced: 0, foundGood: 1, notLookedAt: 1, open: 0 }),
    expect.objectContaining({ component: 'fuser', advised: 1, replaced: 1 }),
    expect.objectContaining({ component: 'secondTransfer', advised: 1, open: 1 }),
  ]);
});

test('VE-07: spans that end before they begin or are too long are refused', async () => {
  for (const [query, errorCode] of [
    [`?from=${inDays(0)}&to=${inDays(-1)}`, 202001],
    [`?from=2001-01-01&to=${inDays(0)}`, 202004],
  ] as const) {
    const answer = await worklist.platen.get('service', `/v1/visits/effect${query}`);
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ errorCode })]);
  }
});
