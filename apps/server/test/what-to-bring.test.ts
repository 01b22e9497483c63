import { readVisitPack } from '@platen/contract/visit-pack';
import { makeVisit } from '@platen/contract/visits';
import { readWorklistRow } from '@platen/contract/worklist';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { handOverDue } from '../src/delivery/hand-over-due.ts';
import { loadParts } from '../src/delivery/load-parts.ts';
import { readUserById } from '../src/identity/open-identity.ts';
import { testTickets } from './test-tickets.ts';

// One list of what to bring: drawer, pack, messages and tickets (VP-08, WL-59, DE-23, TK-06).

const { at, connect, deliver, now, received, send } = testTickets();

const basis = { rule: 'r', readings: 20, neededReadings: 14, from: null, to: null };
const part = (partsCode: string, lifeNow: number, life4Weeks: number) => ({
  partsCode,
  lifeNow,
  life4Weeks,
  life1Week: null,
  life2Weeks: null,
  counter: null,
  consumedLife: lifeNow,
  basis,
});

/**
 * A device with a customer's call, a fuser belt over its rated life, so that a condition asks for it, a drum
 * whose life ends within 8 weeks, a belt that lasts, and cyan that is empty within two weeks. Returns the
 * call and the judged condition.
 */
async function judge(): Promise<{ call: string; fuser: string }> {
  const { db } = at.platen.database;
  const result = {
    toner: { cyan: { daysLeft: { state: 'judged', value: { value: 15, lower: 13, upper: 18 }, basis } } },
    pmParts: { threshold: 100, parts: [part('6342', 104, 110), part('6251', 90, 100), part('6321', 20, 21)] },
    predictions: {},
    signs: [],
    bring: ['6342', 'toner.cyan'],
    reasons: [],
    replacements: [],
    breaks: [],
  };
  await sql`
    insert into device_judgement (device_id, judged_at, through, rules, result, summary, summary_day, summary_days)
    values (${at.own}, now(), now(), 1, ${JSON.stringify(result)}, '{}', current_date, -1)`.execute(db);
  await sql`
    insert into part_number (organisation_id, item, model_pattern, own_number, pieces)
    select organisation_id, '6251', '*', '77-D', 2 from organisation where kind = 'operator' on conflict do nothing`.execute(
    db,
  );
  const { conditionId } = await at.call();
  const { rows } = await at.platen.database.pool.query<{ id: string; source: string }>(
    `select condition_id as id, source from condition where entity_id = $1 and kind = 'part'`,
    [at.own],
  );
  expect(rows).toMatchObject([{ source: 'judgement' }]);
  return { call: conditionId, fuser: rows[0]?.id ?? '' };
}

const whole = ['6342', '6251', 'toner.cyan'];

async function partsFor(kind: 'mail' | 'webhook', subject = 'service') {
  const { db } = at.platen.database;
  const owner = await readUserById(db, at.idOf(subject));
  const options = { owner, kind, organisationId: null, now: new Date() };
  return (await loadParts(db, [at.own], options)).get(at.own);
}

test('VP-08 WL-59 DE-23: drawer, pack and mail name the same parts, those that are due without a condition too', async () => {
  const { call } = await judge();
  const drawer = await (await at.platen.get('service', `/v1/worklist/${at.own}`)).json();
  expect(readWorklistRow.answer.parse(drawer).bring.map(({ item }) => item)).toEqual(whole);
  const visit = { kind: 'repair', devices: [{ deviceId: at.own, conditionIds: [call] }], plannedDay: '2099-01-05' };
  const planned = await at.send('service', 'POST', '/v1/visits', visit);
  expect(planned.status).toBe(200);
  const { visitId } = makeVisit.answer.parse(planned.value).visit;
  const pack = readVisitPack.answer.parse(await (await at.platen.get('service', `/v1/visits/${visitId}/pack`)).json());
  expect(pack.devices[0]?.bring.map(({ item }) => item).toSorted()).toEqual(whole.toSorted());
  expect(await partsFor('mail')).toEqual([
    { item: '6342', pieces: 1, isAsked: true, name: null, number: null },
    { item: '6251', pieces: 2, isAsked: false, name: null, number: '77-D' },
    { item: 'toner.cyan', pieces: 1, isAsked: false, name: null, number: null },
  ]);
});

test('XC-02: to a machine nothing goes that only a judgement asks for, until a person acted', async () => {
  const { fuser } = await judge();
  expect(await partsFor('webhook')).toEqual([]);
  const { conditionId, version } = await now(fuser);
  await at.act('service', { action: 'acknowledge' }, { conditionId, version });
  expect((await partsFor('webhook'))?.map(({ item }) => item)).toEqual(['6342']);
});

test('OA-62 DE-03: without the right to predictions no part is named that no condition asks for, and none of a foreign device', async () => {
  await judge();
  expect((await partsFor('mail', 'customer'))?.map(({ item }) => item)).toEqual(['6342', 'toner.cyan']);
  const { db } = at.platen.database;
  const owner = await readUserById(db, at.idOf('dealer'));
  const options = { owner, kind: 'mail', organisationId: null, now: new Date() } as const;
  expect([...(await loadParts(db, [at.foreign], options)).keys()]).toEqual([]);
});

test('TK-06 XC-01: a ticket that a person asked for names what is due with its number; one that a rule made does not', async () => {
  const systemId = await connect();
  const { call } = await judge();
  await send(systemId, [await now(call)]);
  await deliver();
  // The fuser belt rests on a judgement that no user took up.
  expect(received[0]?.data.bring).toEqual([
    { item: expect.stringMatching(/6251 × 2$/), partNumber: '77-D' },
    { item: 'Cyan toner', partNumber: null },
  ]);
  expect(received[0]?.data.description).toMatch(/\nDue within 8 weeks: .*6251 × 2 \(77-D\), Cyan toner/);
  await at.platen.database.owner.query('truncate ticket cascade');
  received.length = 0;
  await connect({ rules: [{ scope: {}, leastPriority: 'P4', delayMinutes: 0, quiet: null }] });
  expect(await handOverDue(at.platen.database.db, new Date())).toBe(1);
  await deliver();
  expect(received[0]?.data.bring).toEqual([]);
  expect(received[0]?.data.description).not.toContain('Due within 8 weeks');
});
