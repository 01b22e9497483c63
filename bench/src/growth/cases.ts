import type { GrowthUser } from './site.ts';

/** A call whose time is compared between fleets of different size. */
export interface GrowthCase {
  readonly name: string;
  readonly user: GrowthUser;
  readonly method: 'GET' | 'POST';
  /** What is searched differs from round to round, so that no answer is a repetition. */
  readonly path: (round: number, devices: number) => string;
  readonly body?: (round: number, devices: number) => object;
}

const page = (rest = '', offset = 0) => `/v1/devices?offset=${offset}&limit=100${rest}`;
const find = (text: string) => page(`&search=${encodeURIComponent(text)}`);
const stopped = (rest = '') => `/v1/devices/stopped?offset=0&limit=100${rest}`;
const idOf = (n: number, devices: number) =>
  `01900000-0000-7000-8000-${(1 + (n % devices)).toString(16).padStart(12, '0')}`;
const serialOf = (n: number, devices: number) => `BCH${String(1 + (n % devices)).padStart(7, '0')}`;
const digits = (round: number) => String((round * 37) % 100).padStart(2, '0');
/** Letters of no text of the fleet. */
const rare = (round: number) => String.fromCodePoint(0x4e_00 + (round % 5000));

const get = (name: string, path: GrowthCase['path'], user: GrowthUser = 'service'): GrowthCase => ({
  name,
  user,
  method: 'GET',
  path,
});
const search = (name: string, body: (round: number, devices: number) => object): GrowthCase => ({
  name,
  user: 'service',
  method: 'POST',
  path: () => '/v1/devices/search',
  body: (round, devices) => ({ ...body(round, devices), offset: 0, limit: 100 }),
});

/** Group 200 holds half of the fleet, group 300 fifty devices, groups 1 to 50 a fiftieth (`fillFleet`). */
export const growthCases: readonly GrowthCase[] = [
  get('list, first page', () => page()),
  get('list, next pages', (round) => page('', 100 * (round % 50))),
  get('list by status', () => page('&sortColumn=status&sortOrder=asc')),
  get('list by customer, descending', () => page('&sortColumn=customer&sortOrder=desc')),
  get('group of 50', () => page('&groupId=300')),
  get('group of a fiftieth', (round) => page(`&groupId=${1 + (round % 50)}`)),
  get('group of half', () => page('&groupId=200')),
  get('group of half by status', () => page('&groupId=200&sortColumn=status')),
  get('search: whole serial', (round, devices) => find(serialOf(round * 7919, devices))),
  get('search: customer', (round) => find(`customer ${(round * 7) % 4000} office`)),
  get('search: word of every device', () => find('office')),
  get('search: two digits', (round) => find(digits(round))),
  get('search: one digit', (round) => find(String(round % 10))),
  get('search: one letter', () => find('b')),
  get('search: two letters of few', () => find('倉庫')),
  get('search: no match', (round) => find(`zz${round}q`)),
  get('search: no match, one letter', (round) => find(rare(round))),
  get('search: no match, two letters', (round) => find(`q${rare(round)}`)),
  get('search: part of a word', () => find('offi')),
  get('search: word in group of half', (round) => page(`&groupId=200&search=room%20${round % 300}`)),
  search('advanced: three dealers', (round) => ({
    dealerNumbers: [0, 1, 2].map((n) => `D-${2000 + ((round + n) % 50)}`),
  })),
  search('advanced: name of a dealer', (round) => ({ dealerNames: [`dealer ${round % 50}`] })),
  search('advanced: 500 serials', (round, devices) => ({
    mfpIdentifiers: Array.from({ length: 500 }, (_, n) => serialOf(round * 500 + n * 37, devices)),
  })),
  search('advanced: model and dealer', (round) => ({ models: ['2525C'], dealerNumbers: [`D-${2000 + (round % 50)}`] })),
  get('stopped devices', () => stopped()),
  get('stopped devices of half', () => stopped('&groupId=200')),
  get('dealer of half: list', () => page(), 'dealer'),
  get('dealer of half: one letter', () => find('b'), 'dealer'),
  get('dealer of half: no match', (round) => find(`zz${round}q`), 'dealer'),
  get('dealer of half: stopped', () => stopped(), 'dealer'),
  get('profile', (round, devices) => `/v1/device/${idOf(round * 7919, Math.min(devices, 1000))}/profile`),
];
