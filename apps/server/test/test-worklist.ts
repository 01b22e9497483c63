import { actOnWorklist, enterCall } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

/** `YYYY-MM-DD` of the day in some days. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The only condition of an answer as it is now. */
export function one({ current }: { current: readonly Condition[] }): Condition {
  const [condition] = current;
  if (condition === undefined) throw new Error('no condition');
  return condition;
}

/**
 * The application for all tests of a file, with a technician (`tech`) who shares group 1 with the dealer,
 * and for each test a new device of that group (`own`) and one of no group (`foreign`). To be called at the
 * top of the file; devices and users are there within tests.
 */
export function testWorklist() {
  let app: TestApp | undefined;
  let users = new Map<string, string>();
  let devices: string[] = [];
  const running = (): TestApp => {
    if (app === undefined) throw new Error('the application starts with the first test');
    return app;
  };
  const own = (): string => devices[0] ?? '';
  beforeAll(async () => {
    app = await createTestApp();
    const { pool } = app.database;
    await pool.query(
      `insert into app_user (user_id, subject, name, role) values ($1, 'tech', 'Tina', 'technician')
       on conflict (subject) do nothing`,
      [newId()],
    );
    await agreeForAll(app.database);
    await addGroup(app.database, 1, 'One', 'dealer', 'tech', 'dealer-admin', 'billing', 'customer');
    const { rows } = await pool.query<{ subject: string; user_id: string }>('select subject, user_id from app_user');
    users = new Map(rows.map(({ subject, user_id: id }) => [subject, id]));
  });
  beforeEach(async () => {
    devices = await addDevices(running().database, [
      { serial: 'A', model: 'M', group_ids: [1], updated_at: new Date() },
      { serial: 'B', model: 'M', updated_at: new Date() },
    ]);
  });
  afterAll(() => app?.close());

  const send = async (subject: string, method: 'POST' | 'PUT', path: string, body: unknown, key?: string) => {
    const platen = running();
    const answer = await fetch(`${platen.url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(await platen.bearer(subject)),
      },
      body: JSON.stringify(body),
    });
    const value: unknown = await answer.json();
    return { status: answer.status, value };
  };
  /** A customer's call about a device, `own` unless another is named. */
  const call = async (deviceId = own(), matter = 'noise', subject = 'service', key?: string): Promise<Condition> => {
    const body = { deviceId, matter, unusable: false, text: 'It rattles.' };
    const { status, value } = await send(subject, 'POST', '/v1/worklist/conditions', body, key);
    expect([status, value]).toEqual([200, expect.anything()]);
    return enterCall.answer.parse(value).condition;
  };
  /** An action on conditions; gives their codes, and how they are now. */
  const act = async (
    subject: string,
    body: Record<string, unknown>,
    ...conditions: readonly Pick<Condition, 'conditionId' | 'version'>[]
  ) => {
    const items = conditions.map(({ conditionId, version }) => ({ conditionId, version }));
    const { status, value } = await send(subject, 'POST', '/v1/worklist/actions', { ...body, items });
    expect([status, value]).toEqual([200, expect.anything()]);
    const { actionId, results } = actOnWorklist.answer.parse(value);
    return {
      actionId,
      codes: results.map(({ code }) => code),
      current: results.flatMap(({ current }) => current ?? []),
    };
  };
  return {
    get platen() {
      return running();
    },
    get users(): ReadonlyMap<string, string> {
      return users;
    },
    get own() {
      return own();
    },
    get foreign() {
      return devices[1] ?? '';
    },
    idOf: (subject: string): string => users.get(subject) ?? '',
    send,
    call,
    act,
  };
}
