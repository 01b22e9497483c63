import type { OrganisationDetails } from '@platen/contract/organisations';
import type { InvitationItem } from '@platen/contract/people';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toRandom } from '../../../packages/diagnosis/test/synthetic.ts';
import { addChannel } from './delivery-channels.ts';
import { addDevices } from './test-app.ts';
import { ruleForm } from './worklist-doors.ts';
import { addRule, createWorld, secret, type World } from './worklist-world.ts';

// What ids tell (GE-05) in calls about organisations, people, places, rules, channels and tokens.

/** `PLATEN_TEST_PROBES=1000000` for as many as FG-09 asks: half foreign ids, half unknown ones. */
const probes = Number(process.env['PLATEN_TEST_PROBES'] ?? 2000);
const random = toRandom(Number(process.env['PLATEN_TEST_SEED'] ?? 480));
const root = '00000000-0000-7000-8000-000000000001';
const atOnce = 8;

let world: World;
/** What belongs to another dealer, by what it is. */
type Kind = 'organisation' | 'user' | 'invitation' | 'device' | 'rule' | 'channel' | 'token';
let foreign: Readonly<Record<Kind, string>>;
let own: { readonly userId: string; readonly version: number; readonly organisationId: string };

/** In this process: probes take time, and each door goes over the network in other tests. */
const send = async (subject: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const headers = await world.bearer(subject);
  const answer = await world.platen.app.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, text: answer.body };
};
const read = ({ status, text }: { readonly status: number; readonly text: string }): unknown => {
  expect([status, text]).toEqual([200, expect.anything()]);
  return JSON.parse(text);
};

beforeAll(async () => {
  world = await createWorld({ PLATEN_LOG_LEVEL: 'warn' });
  const { database } = world.platen;
  const add = async (name: string, dealerNumbers: string[]) => {
    const form = { parentId: root, kind: 'dealer', name, dealerNumbers, customerNumbers: [] };
    const made = read(await send('admin', 'POST', '/v1/organisations', form)) as OrganisationDetails;
    return made.organisation.organisationId;
  };
  const [device = ''] = await addDevices(database, [{ serial: secret, dealer_number: 'D-F', updated_at: new Date() }]);
  const [organisationId, organisation] = [await add('Mine', ['D-M']), await add(secret, ['D-F'])];
  const { pool } = database;
  await pool.query(`update app_user set organisation_id = $1 where subject in ('dealer-admin', 'billing')`, [
    organisationId,
  ]);
  await pool.query(`update app_user set organisation_id = $1 where subject = 'stranger'`, [organisation]);
  const form = { name: secret, mail: `${secret}@x.example`, role: 'dealer', organisationId: organisation };
  const { invitation } = read(await send('admin', 'POST', '/v1/invitations', form)) as { invitation: InvitationItem };
  foreign = {
    organisation,
    user: world.userId('stranger'),
    invitation: invitation.invitationId,
    device,
    rule: await addRule(database, { organisation_id: organisation }, secret),
    channel: await addChannel(database.db, { organisation_id: organisation, name: secret }),
    token: await addToken(organisation),
  };
  own = { userId: world.userId('billing'), version: 1, organisationId };
}, 60_000);
afterAll(() => world.platen.close());

/** A token of another dealer. */
async function addToken(organisationId: string): Promise<string> {
  const tokenId = newId();
  await world.platen.database.pool.query(
    `insert into api_token (token_id, name, scopes, made_by, of_organisation, organisation_id, hash, begins, addresses, ends_at)
     values ($1, $2, '{devices.read}', $3, true, $4, $5, 'plt_Zwol', '{}', now() + interval '1 day')`,
    [tokenId, secret, world.userId('stranger'), organisationId, Buffer.alloc(32, 7)],
  );
  return tokenId;
}

type Probe = (id: string) => readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object];
const doors: readonly (readonly [Kind, Probe])[] = [
  ['organisation', (id) => ['GET', `/v1/organisations/${id}`]],
  ['organisation', (id) => ['PUT', `/v1/organisations/${id}`, { version: 1, name: 'Mine' }]],
  ['organisation', (id) => ['DELETE', `/v1/organisations/${id}?version=1`]],
  [
    'organisation',
    (id) => [
      'POST',
      '/v1/organisations',
      { parentId: id, kind: 'customer', name: 'x', dealerNumbers: [], customerNumbers: [] },
    ],
  ],
  ['organisation', (id) => ['GET', `/v1/users?organisationId=${id}`]],
  ['organisation', (id) => ['PUT', `/v1/users/${own.userId}`, { version: own.version, organisationId: id }]],
  ['user', (id) => ['PUT', `/v1/users/${id}`, { version: 1, name: 'Mine' }]],
  ['user', (id) => ['DELETE', `/v1/users/${id}?version=1`]],
  [
    'organisation',
    (id) => ['POST', '/v1/invitations', { name: 'x', mail: 'x@x.example', role: 'dealer', organisationId: id }],
  ],
  ['organisation', (id) => ['POST', '/v1/invitations/preview', { role: 'dealer', organisationId: id }]],
  ['invitation', (id) => ['DELETE', `/v1/invitations/${id}`]],
  ['device', (id) => ['POST', '/v1/devices/place', { deviceIds: [id], organisationId: own.organisationId }]],
  ['organisation', (id) => ['POST', '/v1/devices/place', { deviceIds: [foreign.device], organisationId: id }]],
  ['rule', (id) => ['GET', `/v1/rules/${id}`]],
  ['rule', (id) => ['GET', `/v1/rules/${id}/history`]],
  ['rule', (id) => ['PUT', `/v1/rules/${id}`, { form: ruleForm, version: 1 }]],
  ['rule', (id) => ['POST', `/v1/rules/${id}/enable`, { version: 1, untried: true }]],
  ['rule', (id) => ['POST', `/v1/rules/${id}/disable`, { version: 1 }]],
  ['rule', (id) => ['DELETE', `/v1/rules/${id}?version=1`]],
  ['rule', (id) => ['POST', '/v1/rules/try', { form: ruleForm, ruleId: id }]],
  ['channel', (id) => ['GET', `/v1/channels/${id}`]],
  ['channel', (id) => ['DELETE', `/v1/channels/${id}?version=1`]],
  ['channel', (id) => ['POST', `/v1/channels/${id}/test`]],
  ['channel', (id) => ['GET', `/v1/deliveries?channelId=${id}`]],
  ['token', (id) => ['DELETE', `/v1/tokens/${id}`]],
];

test('GE-05 FG-09: foreign ids answer as unknown ones in every call of organisations, people, places, rules, channels and tokens', {
  timeout: Math.max(240_000, probes * 30),
}, async () => {
  const { pool } = world.platen.database;
  const written = async () =>
    (
      await pool.query(
        `select (select count(*) from organisation) as organisations, (select count(*) from invitation) as invitations,
           (select count(*) from app_user) as users, (select count(*) from device_place) as places,
           (select count(*) from alert_rule where version = 1) as rules, (select count(*) from delivery) as messages,
           (select count(*) from api_token where revoked_at is null) as tokens, (select count(*) from job) as jobs,
           (select count(*) from channel where deleted_at is null) as channels,
           (select count(*) from audit_entry where action <> 'rights refuse') as audit`,
      )
    ).rows;
  const before = await written();
  const answers = new Map<number, string>();
  /** Gathered: an expectation for each answer costs a tenth of the time. */
  const wrong: { index: number; answer: string; first: string }[] = [];
  const probe = async (): Promise<void> => {
    const index = Math.floor(random() * doors.length);
    const door = doors[index];
    if (door === undefined) return;
    const [kind, toCall] = door;
    const unknown = newId();
    for (const id of [foreign[kind], unknown]) {
      const [method, path, body] = toCall(id);
      const { status, text } = await send('dealer-admin', method, path, body);
      const answer = `${status} ${text.replaceAll(id, '$id').replaceAll(foreign.device, '$id')}`;
      const first = answers.get(index) ?? answer;
      answers.set(index, first);
      if (answer !== first || status >= 500 || answer.includes(secret)) wrong.push({ index, answer, first });
    }
  };
  for (let done = 0; done < probes / 2; done += atOnce) await Promise.all(Array.from({ length: atOnce }, probe));
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(answers.size).toBe(doors.length);
  expect(await written()).toEqual(before);
});

test('GE-05: a foreign device has no facts to read or write, as in all calls about devices', async () => {
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { version: 0, notes: 'Mine' }],
  ] as const)
    expect((await send('dealer-admin', method, `/v1/device/${foreign.device}/facts`, body)).text).toContain('200003');
});
