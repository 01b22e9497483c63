import { readProfile } from '@platen/contract/details';
import { listDevices } from '@platen/contract/devices';
import { readVisit } from '@platen/contract/visits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../test/test-app.ts';
import { addToWorklist } from '../../test/worklist.ts';

let platen: TestApp;
let ids: string[];
beforeAll(async () => {
  platen = await createTestApp();
  const { database } = platen;
  await agreeForAll(database);
  await addGroup(database, 1, 'One', 'dealer', 'technician');
  ids = await addDevices(
    database,
    ['A', 'B', 'C', 'D', 'E'].map((serial) => ({ serial, group_ids: [1] })),
  );
  const [a = '', b = '', c = '', d = '', e = ''] = ids;
  const { rows } = await database.pool.query<{ user_id: string }>(
    `select user_id from app_user where subject = 'service'`,
  );
  await addToWorklist(database, a, [{ points: 8, assignee: rows[0]?.user_id ?? null }, { subject: 'C400' }]);
  await addToWorklist(database, b, [{ points: 0.1 }]);
  await addToWorklist(database, c, [{ work: 'resolved', resolved_at: '2026-03-02T10:00:00Z', resolution: 'device' }]);
  await addToWorklist(database, d, [{ work: 'snoozed', snooze: { reason: 'other', until: null, untilWorse: true } }]);
  // Nothing is open any more, and a class is still set by hand.
  await database.pool.query(`insert into worklist_row (entity_id, entity, by_hand) values ($1, 'device', '{}')`, [e]);
});
afterAll(() => platen.close());

const expected = [
  ['A', { state: 'assigned', priority: 'P1' }],
  ['B', { state: 'open', priority: 'P4' }],
  ['C', undefined],
  ['D', { state: 'snoozed', priority: 'P4' }],
  ['E', undefined],
];

describe('the worklist state of a device (WL-65)', () => {
  test.each(['service', 'dealer', 'technician'])('WL-65: %s finds it in the device list', async (subject) => {
    const answers = [
      await platen.get(subject, '/v1/devices'),
      await platen.get(subject, '/v1/devices?offset=0&limit=5&sortColumn=serial'),
      await platen.post(subject, '/v1/devices/search', { mfpIdentifiers: ['A', 'B', 'C', 'D', 'E'] }),
    ];
    for (const answer of answers) {
      const { devices } = listDevices.answer.parse(await answer.json());
      expect(devices.map(({ serial, worklist }) => [serial, worklist])).toEqual(expected);
    }
  });

  test('WL-65: a later page, which skips rows, has it too', async () => {
    const { devices } = listDevices.answer.parse(
      await (await platen.get('admin', '/v1/devices?offset=3&limit=2')).json(),
    );
    expect(devices.map(({ serial, worklist }) => [serial, worklist])).toEqual(expected.slice(3));
  });

  test('WL-65 GE-02: the profile has it; without an open condition its answer is as specified, without the field', async () => {
    const found = await Promise.all(
      ids.map(async (id) => {
        const answer: unknown = await (await platen.get('service', `/v1/device/${id}/profile`)).json();
        const { serial, worklist } = readProfile.answer.parse(answer);
        return [serial, worklist, Object.keys(Object(answer)).includes('worklist')];
      }),
    );
    expect(found).toEqual(expected.map(([serial, state]) => [serial, state, state !== undefined]));
  });
});

describe('the visit ahead of a device', () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const make = async (deviceIds: readonly string[], plannedDay: string | null) => {
    const body = { kind: 'repair', plannedDay, devices: deviceIds.map((deviceId) => ({ deviceId, conditionIds: [] })) };
    const { visit } = readVisit.answer.parse(await (await platen.post('service', '/v1/visits', body)).json());
    return visit.visitId;
  };

  test('VP-01 GE-05: list and profile show the next planned one; neither a draft nor one that the user does not see whole', async () => {
    const [own = '', foreign = ''] = await addDevices(platen.database, [
      { serial: 'V1', group_ids: [1] },
      { serial: 'V2', group_ids: [] },
    ]);
    await make([own], null);
    const mixed = await make([own, foreign], day(1));
    const visitId = await make([own], day(3));
    await make([own], day(5));
    const shown = async (subject: string) => {
      const list = await platen.post(subject, '/v1/devices/search', { mfpIdentifiers: ['V1'] });
      const [listed] = listDevices.answer.parse(await list.json()).devices;
      const profile = readProfile.answer.parse(await (await platen.get(subject, `/v1/device/${own}/profile`)).json());
      expect(profile.visit).toEqual(listed?.visit);
      return profile.visit;
    };
    expect(await shown('dealer')).toEqual({ visitId, state: 'planned', plannedDay: day(3), assignee: null });
    expect(await shown('service')).toMatchObject({ visitId: mixed });
  });
});
