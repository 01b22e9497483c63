import type { ApiToken } from '@platen/contract/tokens';

const idOf = (index: number) => `0190a0b0-0000-7000-8000-${String(index).padStart(12, '0')}`;
const weber = { userId: idOf(8), name: 'Weber' };
const dayMs = 86_400_000;
export const daysAhead = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();

/** Calls of the last 24 hours by how many hours ago they were. */
const callsOf = (ago: Readonly<Record<number, number>>, most: ApiToken['calls']['most'] = null) => ({
  from: new Date(Date.parse(hour) - 23 * 3_600_000).toISOString(),
  byHour: Array.from({ length: 24 }, (_none, index) => ago[23 - index] ?? 0),
  most,
});

export const tokenOf = (index: number, other: Partial<ApiToken> = {}): ApiToken => ({
  tokenId: idOf(300 + index),
  name: `Token ${index}`,
  begins: `plt_${index}Abc`.slice(0, 8),
  scopes: ['devices.read'],
  ofOrganisation: false,
  organisation: { organisationId: idOf(1), name: 'Nordlicht' },
  maker: weber,
  own: false,
  addresses: [],
  madeAt: daysAhead(-100),
  endsAt: daysAhead(200),
  revokedAt: null,
  endedWithMaker: false,
  endNotedAt: null,
  lastUse: { hour, address: '192.0.2.18', addressSince: daysAhead(-90) },
  calls: callsOf({}),
  ...other,
});

export const me = { userId: idOf(9), name: 'Admin' };
export const own = tokenOf(1, { name: 'Label printer', own: true, maker: me, lastUse: null });
/** One of each state. */
export const tokens: readonly ApiToken[] = [
  tokenOf(7, { name: 'Old export', endsAt: daysAhead(-20) }),
  own,
  tokenOf(2, {
    name: 'ERP hand-off',
    ofOrganisation: true,
    scopes: ['meters.read', 'visits.write'],
    addresses: ['203.0.113.0/24'],
    lastUse: { hour, address: '203.0.113.40', addressSince: daysAhead(-0.1) },
    calls: callsOf({ 0: 40, 2: 1200, 11: 600 }, { calls: 182, minute: hour }),
  }),
  tokenOf(3, { name: 'Ticket bridge', scopes: ['tickets.write'], endsAt: daysAhead(12.5), endNotedAt: daysAhead(-1) }),
  tokenOf(4, {
    name: 'Grafana',
    scopes: ['devices.read', 'conditions.read'],
    calls: callsOf({ 5: 7 }, { calls: 3, minute: hour }),
  }),
  tokenOf(5, { name: 'Test, June', endedWithMaker: true, lastUse: null }),
  tokenOf(6, { name: 'Lost one', revokedAt: daysAhead(-3) }),
];
