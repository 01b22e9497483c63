import { expect, test } from 'vitest';
import { daysAhead, own, tokenOf, tokens } from '../../test/tokens/data.ts';
import {
  allowedScopes,
  filterTokens,
  isAddressLike,
  sortTokens,
  toAddresses,
  toEndDays,
  toLastDay,
  toLastUse,
  toTokenState,
} from './token-model.ts';

const now = Date.now();
const nameOf = ({ name }: { name: string }) => name;

test('OA-30 OA-31: a token says that it is over, ends soon, is called from elsewhere, or works', () => {
  const states = Object.fromEntries(tokens.map((token) => [token.name, toTokenState(token, now).kind]));
  expect(states).toEqual({
    'Old export': 'ended',
    'Label printer': 'new',
    'ERP hand-off': 'newAddress',
    'Ticket bridge': 'soon',
    Grafana: 'inUse',
    'Test, June': 'endedWithMaker',
    'Lost one': 'revoked',
  });
  expect(toTokenState(tokenOf(1, { endsAt: daysAhead(14.01) }), now)).toEqual({ kind: 'inUse' });
  expect(toTokenState(tokenOf(1, { endsAt: daysAhead(13.99) }), now)).toEqual({
    kind: 'soon',
    days: 14,
    isNoted: false,
  });
  // The first address of a new token is no surprise.
  const first = { hour: daysAhead(-0.1), address: '::1', addressSince: daysAhead(-0.1) };
  expect(toTokenState(tokenOf(1, { madeAt: daysAhead(-0.5), lastUse: first }), now).kind).toBe('inUse');
});

test('OA-30: the last use is this hour, an hour of the last 24, a day, or never', () => {
  const used = (hours: number) =>
    tokenOf(1, { lastUse: { hour: daysAhead(-hours / 24), address: '::1', addressSince: daysAhead(-hours / 24) } });
  expect(toLastUse(own, now)).toBe('never');
  expect([0.9, 1.1, 23, 25].map((hours) => toLastUse(used(hours), now))).toEqual(['thisHour', 'hour', 'hour', 'day']);
});

test('OA-30: those in force come first; scope, part of the name and first letters find them', () => {
  expect(sortTokens(tokens, now).map(nameOf).slice(-3).toSorted()).toEqual(['Lost one', 'Old export', 'Test, June']);
  expect(filterTokens(tokens, 'graf', '').map(nameOf)).toEqual(['Grafana']);
  expect(filterTokens(tokens, own.begins.toUpperCase(), '').map(nameOf)).toEqual(['Label printer']);
  expect(filterTokens(tokens, '', 'visits.write').map(nameOf)).toEqual(['ERP hand-off']);
});

test('OA-30: a token ends at most 366 days ahead, on a day of UTC, and is allowed from addresses and networks', () => {
  const at = Date.parse('2026-11-26T23:30:00Z');
  expect(toEndDays(at)).toEqual({ first: '2026-11-26', usual: '2027-02-24', last: '2027-11-27' });
  expect(toLastDay(tokenOf(1, { endsAt: '2027-02-25T00:00:00.000Z' })).toISOString()).toMatch(/^2027-02-24T23:59/);
  expect(toAddresses(' 192.0.2.7,  2001:db8::/64\n192.0.2.7 ')).toEqual(['192.0.2.7', '2001:db8::/64']);
  const texts = ['192.0.2.0/28', '::1', 'erp.example', '192.0.2.0/x', 'abc'];
  expect(texts.filter(isAddressLike)).toEqual(['192.0.2.0/28', '::1']);
});

test('OA-31: only scopes whose right the maker has are offered', () => {
  expect(allowedScopes({ role: 'technician' })).toEqual(['devices.read', 'conditions.read', 'meters.read']);
  expect(allowedScopes({ role: 'admin' })).toHaveLength(7);
});
