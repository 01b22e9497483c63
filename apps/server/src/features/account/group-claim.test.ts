import { expect, test } from 'vitest';
import { bearer, change, platen, refused, send, userOf, withPeople } from '../../../test/people-world.ts';
import { readSettings } from '../../settings/settings.ts';

const table = [
  { group: 'north-admins', role: 'dealerAdmin', organisation: 'North' },
  { group: 'north-service', role: 'technician', organisation: 'North' },
  { group: 'operators', role: 'service' },
  { group: 'nowhere', role: 'dealer', organisation: 'No such dealer' },
];
withPeople({ PLATEN_GROUPS_CLAIM: 'groups', PLATEN_GROUP_ROLES: JSON.stringify(table) });

const signIn = async (subject: string, claims: object) =>
  await send(await bearer(subject, claims), 'POST', '/v1/users/loginAt', {});
const roleOf = async (subject: string) => {
  const { role, organisation, byClaim, state } = await userOf(subject);
  return { role, organisation: organisation?.name ?? null, byClaim, state };
};

test('OA-13: role and organisation follow the groups of the token at each sign-in, and are not changed in the portal', async () => {
  expect(await roleOf('technician')).toMatchObject({ role: 'technician', organisation: null, byClaim: false });
  // The first entry of the table that names one of the groups counts.
  expect((await signIn('technician', { groups: ['other', 'north-service', 'operators'] })).status).toBe(200);
  const given = { role: 'technician', organisation: 'North', byClaim: true, state: 'active' };
  expect(await roleOf('technician')).toEqual(given);
  expect((await userOf('technician')).groups).toContain('North');
  expect(await change('admin', 'technician', { role: 'billing' })).toMatchObject(refused(409, 202003));
  expect(await change('admin', 'technician', { name: 'Mori' })).toMatchObject({ status: 200 });

  await signIn('technician', { groups: ['operators'] });
  expect(await roleOf('technician')).toEqual({ ...given, role: 'service', organisation: null });
  expect((await userOf('technician')).groups).not.toContain('North');
  const { rows } = await platen.database.pool.query(
    `select actor, detail -> 'after' ->> 'role' as role from audit_entry
     where subject = 'user:technician' and actor = 'identity provider' order by audit_id`,
  );
  expect(rows).toEqual([
    { actor: 'identity provider', role: 'technician' },
    { actor: 'identity provider', role: 'service' },
  ]);
});

test('OA-13 OA-16: who is in none of the groups any more is locked out; a token without the claim says nothing', async () => {
  await signIn('technician', { groups: ['north-service'] });
  expect((await signIn('technician', {})).status).toBe(200);
  // Where a provider names too many groups, it puts an address in the place of the list.
  expect((await signIn('technician', { groups: 'https://provider.example/groups' })).status).toBe(200);
  expect((await roleOf('technician')).state).toBe('active');
  await signIn('technician', { groups: ['other'] });
  expect((await roleOf('technician')).state).toBe('disabled');
  expect(await signIn('technician', { groups: ['north-service'] })).toMatchObject(refused(403, 200002));
  // A user whose role an administrator gave is none of the claim's.
  expect((await signIn('billing', { groups: ['other'] })).status).toBe(200);
  expect(await roleOf('billing')).toMatchObject({ byClaim: false, state: 'active' });
});

test('OA-13 OA-15: no account comes into being, an organisation that is none changes nothing, and the last administrator stays', async () => {
  expect(await signIn('stranger', { groups: ['operators'] })).toMatchObject(refused(403, 200002));
  const before = await roleOf('dealer');
  expect((await signIn('dealer', { groups: ['nowhere'] })).status).toBe(200);
  expect(await roleOf('dealer')).toEqual(before);
  // The only administrator of North.
  await signIn('dealer-admin', { groups: ['operators'] });
  expect(await roleOf('dealer-admin')).toMatchObject({ role: 'dealerAdmin', organisation: 'North', byClaim: false });
});

test('OA-13: a table that cannot be read is named at start', () => {
  for (const [text, problem] of [
    ['service', 'expected JSON like'],
    ['[]', 'PLATEN_GROUP_ROLES'],
    ['[{"group":"a","role":"king"}]', '0.role'],
    ['[{"group":"a","role":"admin","sees":1}]', 'PLATEN_GROUP_ROLES'],
  ] as const)
    expect(() => readSettings({ PLATEN_GROUP_ROLES: text })).toThrow(problem);
});
