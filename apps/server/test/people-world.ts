import type { OrganisationDetails } from '@platen/contract/organisations';
import type { InvitationItem, UserItem } from '@platen/contract/people';
import { afterAll, beforeAll, vi } from 'vitest';
import { addDevices, agreeForAll, createTestApp, type TestApp } from './test-app.ts';

export const root = '00000000-0000-7000-8000-000000000001';
export const unknownId = '0190a0b0-0000-7000-8000-00000000abcd';
export let platen: TestApp;
export let north: string;
export let south: string;
export let bexholm: string;

/** Header of a token with claims of a subject that need not have an account. */
export const bearer = (subject: string, claims?: object) => platen.bearer(subject, claims);
export const send = async (
  header: Record<string, string>,
  method: string,
  path: string,
  body?: object,
  url = platen.url,
) => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...header, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, value: (await answer.json()) as unknown };
};
export const call = async (subject: string, method: string, path: string, body?: object) =>
  await send(await bearer(subject), method, path, body);
export const refused = (status: number, errorCode: number) => ({ status, value: { errorCode } });

export const listUsers = async (subject = 'admin', query = '') =>
  ((await call(subject, 'GET', `/v1/users${query}`)).value as { users: UserItem[] }).users;
export const userOf = async (subject: string): Promise<UserItem> => {
  const found = (await listUsers()).find((one) => one.subject === subject);
  if (found === undefined) throw new Error(`no user ${subject}`);
  return found;
};
export const change = async (by: string, subject: string, body: object) => {
  const { userId, version } = await userOf(subject);
  return await call(by, 'PUT', `/v1/users/${userId}`, { version, ...body });
};
export const invite = async (by: string, more: object = {}) => {
  const { status, value } = await call(by, 'POST', '/v1/invitations', {
    name: 'Tom Brandis',
    mail: 'Tom.Brandis@haldane.example',
    role: 'dealer',
    organisationId: north,
    ...more,
  });
  const { invitation, link = '' } = value as { invitation?: InvitationItem; link?: string };
  return { status, value, invitation, code: new URL(link || 'http://x').searchParams.get('invitation') ?? '' };
};
/** Tries with codes are few for an address: each comes from another one. */
let tries = 0;
export const accept = async (subject: string, code: string, claims: object = {}) =>
  await send(
    { ...(await bearer(subject, claims)), 'x-forwarded-for': `192.0.2.${++tries}` },
    'POST',
    '/v1/invitations/accept',
    { code },
  );
export const mine = { email: 'tom.brandis@HALDANE.example', email_verified: true };

/** A server with two dealers, a customer and their people, for all tests of a file. */
export function withPeople(settings: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    platen = await createTestApp({ PLATEN_FAILED_TOKEN_RATE: '1000000', PLATEN_TRUST_PROXY: 'true', ...settings });
    await agreeForAll(platen.database);
    const add = async (kind: string, name: string, parentId: string, numbers: string[]) => {
      const body = {
        parentId,
        kind,
        name,
        dealerNumbers: kind === 'dealer' ? numbers : [],
        customerNumbers: kind === 'dealer' ? [] : numbers,
      };
      return ((await call('admin', 'POST', '/v1/organisations', body)).value as OrganisationDetails).organisation
        .organisationId;
    };
    north = await add('dealer', 'North', root, ['D-N']);
    south = await add('dealer', 'South', root, ['D-S']);
    bexholm = await add('customer', 'Bexholm', north, ['C-1']);
    await addDevices(platen.database, [
      { serial: 'N1', dealer_number: 'D-N', customer_number: 'C-1', customer_name: 'Bexholm' },
      { serial: 'N2', dealer_number: 'D-N' },
      { serial: 'S1', dealer_number: 'D-S' },
    ]);
    const { organisation } = (await call('admin', 'GET', `/v1/organisations/${north}`)).value as OrganisationDetails;
    // Counts of devices follow with the next change of numbers.
    await call('admin', 'PUT', `/v1/organisations/${north}`, {
      version: organisation.version,
      dealerNumbers: ['D-N', 'D-N2'],
    });
    await change('admin', 'dealer-admin', { organisationId: north });
    await change('admin', 'billing', { organisationId: north });
    await change('admin', 'dealer', { organisationId: south });
    await change('admin', 'customer', { organisationId: bexholm });
    await vi.waitFor(
      async () => {
        const { value } = await call('dealer-admin', 'GET', '/v1/devices');
        if ((value as { devices: unknown[] }).devices.length !== 2) throw new Error('the user is still cached');
      },
      { timeout: 60_000, interval: 300 },
    );
  }, 60_000);
  afterAll(() => platen.close());
}
