import { readListHealth } from '@platen/contract/list-health';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { addToWorklist } from '../../../test/worklist.ts';
import { toOpenings } from './health.ts';

const minute = 60_000;
const at = (minutes: number) => new Date(Date.parse('2026-11-16T08:00:00Z') + minutes * minute);
const entry = (change: string, minutes: number, more: Partial<Parameters<typeof toOpenings>[0][number]> = {}) => ({
  entityId: 'device',
  conditionId: 'one',
  kind: 'down' as const,
  subject: 'C371',
  at: at(minutes),
  change,
  isPerson: false,
  priority: null,
  reason: null,
  ...more,
});
const byPerson = { isPerson: true };

describe('openings of the list', () => {
  test('WL-72: each opening and return has its class, who first took it and how it ended', () => {
    const openings = toOpenings([
      entry('opened', 0, { priority: 'P1' }),
      entry('note', 5, byPerson),
      entry('acknowledge', 18, byPerson),
      entry('resolve', 60, { ...byPerson, reason: 'noFaultFound' }),
      entry('cameBack', 1500, { priority: 'P2' }),
      entry('cleared', 1530),
      entry('opened', 0, { conditionId: 'two', priority: 'P3' }),
    ]);
    expect(openings.map(({ at: _at, entityId: _id, changes, ...rest }) => [changes.length, rest])).toEqual([
      [
        3,
        {
          kind: 'down',
          subject: 'C371',
          priority: 'P1',
          acknowledgedAt: at(18).getTime(),
          resolvedAt: at(60).getTime(),
          resolution: 'noFaultFound',
        },
      ],
      [
        1,
        {
          kind: 'down',
          subject: 'C371',
          priority: 'P2',
          acknowledgedAt: null,
          resolvedAt: at(1530).getTime(),
          resolution: 'device',
        },
      ],
      [
        0,
        {
          kind: 'down',
          subject: 'C371',
          priority: 'P3',
          acknowledgedAt: null,
          resolvedAt: null,
          resolution: null,
        },
      ],
    ]);
  });

  test('WL-72 AR-09: what a changed rule ended did not go by itself', () => {
    const [opening] = toOpenings([entry('opened', 0), entry('cleared', 10, { reason: 'ruleChanged' })]);
    expect(opening?.resolution).toBe('ruleChanged');
  });

  test('WL-72: an opening that late reports disproved does not count', () => {
    expect(toOpenings([entry('opened', 0, { priority: 'P1' }), entry('withdrawn', 10)])).toEqual([]);
  });
});

describe('GET /v1/worklist/health', () => {
  let platen: TestApp;
  beforeAll(async () => {
    platen = await createTestApp();
    const { database } = platen;
    await agreeForAll(database);
    await addGroup(database, 1, 'One', 'dealer');
    const [own = '', other = ''] = await addDevices(database, [
      { serial: 'OWN', group_ids: [1] },
      { serial: 'OTHER', group_ids: [] },
    ]);
    for (const deviceId of [own, other]) {
      await addToWorklist(database, deviceId, [{ points: 8 }]);
      await database.pool.query(
        `insert into condition_event (entity_id, event_id, condition_id, at, change, detail)
         select entity_id, gen_random_uuid(), condition_id, now() - interval '1 day', 'opened', '{"priority": "P1"}'
         from condition where entity_id = $1`,
        [deviceId],
      );
    }
  });
  afterAll(() => platen.close());

  const read = async (subject: string) => {
    const answer = await platen.get(subject, '/v1/worklist/health');
    expect(answer.status).toBe(200);
    return readListHealth.answer.parse(await answer.json());
  };

  test('WL-41 WL-72 WL-73 GE-05: shares against their targets, over the devices that the user may see', async () => {
    const all = await read('service');
    expect(all.measures.shareP1).toMatchObject({ value: 1, target: 0.05, met: false });
    expect(all.measures.shareP1.weeks).toHaveLength(8);
    expect(all.causes['shareP1']).toEqual([{ kind: 'down', count: 2 }]);
    expect(new Set(all.frequent.map(({ name }) => name))).toEqual(new Set(['OWN', 'OTHER']));
    expect(all.acknowledged.median).toBeNull();
    const own = await read('dealer');
    expect(own.causes['shareP1']).toEqual([{ kind: 'down', count: 1 }]);
    expect(own.frequent).toMatchObject([{ kind: 'down', name: 'OWN', count: 1, share: 1 }]);
  });
});
