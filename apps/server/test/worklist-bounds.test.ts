import { listWorklist, readWorklistRow } from '@platen/contract/worklist';
import { Client } from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from './test-app.ts';
import { addToWorklist } from './worklist.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer');
});
afterAll(() => platen.close());

const send = async (subject: string, method: string, path: string, body?: object) => {
  const answer = await fetch(`${platen.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(await platen.bearer(subject)) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, value: (await answer.json()) as Record<string, unknown> };
};
const toText = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement);
/** What PostgreSQL is asked for during a call, without values. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.map(([statement]) => toText(statement));
  } finally {
    spy.mockRestore();
  }
}

describe('what the worklist never does', () => {
  const call = (deviceId: string, matter = 'noise') =>
    send('service', 'POST', '/v1/worklist/conditions', { deviceId, matter, unusable: true });

  test('WL-54 XC-03 XC-08: neither place nor customer nor the devices next to it change what a device costs', async () => {
    const ids = await addDevices(platen.database, [
      {
        serial: 'N1',
        customer_number: 'NEAR',
        customer_name: 'Near',
        description: '1st floor',
        updated_at: new Date(),
      },
      {
        serial: 'N2',
        customer_number: 'NEAR',
        customer_name: 'Near',
        description: '1st floor',
        updated_at: new Date(),
      },
      { serial: 'N3', customer_number: 'FAR', customer_name: 'Far', description: 'Island', updated_at: new Date() },
    ]);
    const costs: unknown[] = [];
    for (const id of ids) await call(id);
    for (const id of ids) {
      const answer = await platen.get('service', `/v1/worklist/${id}`);
      const { row } = readWorklistRow.answer.parse(await answer.json());
      costs.push([row?.cost, row?.priority]);
    }
    expect(new Set(costs.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('XC-04 XC-05: planning takes in the asked device alone, on the asked day; people are named by name', async () => {
    const [one = '', other = ''] = await addDevices(platen.database, [
      { serial: 'V1', customer_number: 'V', updated_at: new Date() },
      { serial: 'V2', customer_number: 'V', updated_at: new Date() },
    ]);
    const { value } = await call(one);
    await call(other);
    const condition = value['condition'] as { conditionId: string; version: number };
    const plannedDay = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await send('service', 'POST', '/v1/worklist/actions', {
      action: 'plan',
      plannedDay,
      assignee: null,
      items: [{ conditionId: condition.conditionId, version: condition.version }],
    });
    const { rows } = await platen.database.pool.query<{ device: string; day: string; assignee: string | null }>(
      `select vd.device_id as device, v.planned_day::text as day, v.assignee
       from visit v join visit_device vd using (visit_id) where vd.device_id = any($1)`,
      [[one, other]],
    );
    expect(rows).toEqual([{ device: one, day: plannedDay, assignee: null }]);
    const { value: answer } = await send('service', 'GET', '/v1/worklist/people');
    const names = (answer['people'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
  });

  test('XC-01 XC-02: what people do writes to the tables of the worklist and the audit record, and nowhere else', async () => {
    const [device = ''] = await addDevices(platen.database, [{ serial: 'X1', updated_at: new Date() }]);
    await call(device);
    const list = listWorklist.answer.parse((await send('service', 'GET', '/v1/worklist?search=X1')).value);
    const [condition] = list.rows[0]?.conditions ?? [];
    const spy = vi.spyOn(globalThis, 'fetch');
    const statements = await statementsOf(() =>
      send('service', 'POST', '/v1/worklist/actions', {
        action: 'resolve',
        reason: 'fixed',
        items: [{ conditionId: condition?.conditionId, version: condition?.version }],
      }),
    );
    // The call of this test itself, and none by the server.
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    const written = statements.flatMap((text) =>
      Array.from(text.matchAll(/\b(?:insert into|update|delete from) "?([a-z_]+)"?/g), ([, table]) => table ?? ''),
    );
    const own =
      /^(?:condition|condition_event|evaluation|worklist_row|visit|visit_device|audit_entry|user_write|set|of)$/;
    expect([...new Set(written)].filter((table) => !own.test(table))).toEqual([]);
    expect(written).toContain('condition');
  });
});

test('WL-74: more than 30 openings within ten minutes are named with what most of them have in common', async () => {
  const { database } = platen;
  const collectorId = newId();
  await database.db
    .insertInto('collector')
    .values({ collector_id: collectorId, name: 'West', key_hash: Buffer.from('West') })
    .execute();
  const ids = await addDevices(
    database,
    Array.from({ length: 31 }, (_, n) => ({
      serial: `M${n}`,
      customer_number: n < 20 ? 'K1' : `K${n}`,
      customer_name: n < 20 ? 'Kunde 1' : null,
      group_ids: [1],
    })),
  );
  await database.pool.query('update device set collector_id = $1, owner_id = $1 where device_id = any($2)', [
    collectorId,
    ids,
  ]);
  const open = (id: string, n: number, minutes: number) =>
    addToWorklist(database, id, [
      {
        kind: n < 25 ? 'down' : 'supply',
        subject: `s${n}`,
        opened_at: new Date(Date.now() - minutes * 60_000).toISOString(),
      },
    ]);
  for (const [n, id] of ids.slice(0, 30).entries()) await open(id, n, 8);
  // Of a device that the dealer does not see: it does not count.
  const [foreign = ''] = await addDevices(database, [{ serial: 'F1' }]);
  await open(foreign, 0, 8);
  const many = async () =>
    listWorklist.answer.parse(await (await platen.get('dealer', '/v1/worklist')).json()).manyAtOnce;
  expect(await many()).toBeNull();
  await open(ids[30] ?? '', 30, 11);
  expect(await many()).toBeNull();
  await database.pool.query(`update condition set opened_at = now() where entity_id = $1`, [ids[30]]);
  expect(await many()).toEqual({
    count: 31,
    customer: { value: 'K1', name: 'Kunde 1', count: 20 },
    collector: { value: collectorId, name: 'West', count: 31 },
    kind: { value: 'down', name: 'down', count: 25 },
  });
});
