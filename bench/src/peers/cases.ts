import type { ZabbixClient } from './zabbix-client.ts';
import { groupId, hostId, itemId, withPast } from './zabbix-fill.ts';

/** The same question to Platen, to the API of Zabbix and to its page. */
export interface PeerCase {
  readonly name: string;
  /** Path of the call of Platen. */
  readonly platen: (round: number, hosts: number) => string;
  readonly api: (client: ZabbixClient, round: number, hosts: number) => Promise<unknown>;
  /** What a browser asks for one after the other until the page shows the answer. */
  readonly page: (round: number, hosts: number) => readonly string[];
  /** Text that the last of them has when it answers the question. */
  readonly isOnPage: string;
}

const deviceId = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const name = (n: number) => `BCH${String(n).padStart(7, '0')}`;
/** Another host each round. */
const some = (round: number, hosts: number) => 1 + ((round * 7919) % hosts);
const past = (round: number) => 1 + (round % withPast.hosts);
const group = (round: number) => 1 + (round % 50);
const ids = (found: unknown): string[] =>
  Array.isArray(found)
    ? found.map((host: unknown) =>
        typeof host === 'object' && host !== null && 'hostid' in host ? String(host.hostid) : '',
      )
    : [];

const hostOutput = ['hostid', 'name', 'status', 'description'];
/** Hosts with their current problems and the number of all: what a row of Platen's list has. */
async function listHosts(client: ZabbixClient, filter: object): Promise<unknown> {
  const found = await client.call('host.get', { ...filter, output: hostOutput, sortfield: 'name', limit: 100 });
  return [
    found,
    await client.call('host.get', { ...filter, countOutput: true }),
    await client.call('problem.get', { hostids: ids(found), output: ['eventid', 'objectid', 'name', 'severity'] }),
  ];
}

/** The page of hosts is a frame; its rows come with a second call. */
const toHostPage = (filter: string): string[] =>
  ['host.view', 'host.view.refresh'].map((action) => `/zabbix.php?action=${action}${filter}`);

export const peerCases: readonly PeerCase[] = [
  {
    name: 'list of 100, with status and total',
    platen: () => '/v1/devices?offset=0&limit=100',
    api: (client) => listHosts(client, {}),
    page: () => toHostPage(''),
    isOnPage: 'BCH0000001',
  },
  {
    name: 'one device: latest data',
    platen: (round, hosts) => `/v1/device/${deviceId(some(round, hosts))}/profile`,
    api: (client, round, hosts) =>
      client.call('item.get', {
        hostids: [hostId(some(round, hosts))],
        output: ['itemid', 'name', 'key_', 'lastvalue', 'lastclock', 'prevvalue', 'units'],
      }),
    page: (round, hosts) => [`/zabbix.php?action=latest.view&hostids%5B%5D=${hostId(some(round, hosts))}&filter_set=1`],
    isOnPage: 'toner.black',
  },
  {
    name: `history of a counter, ${withPast.days} days`,
    platen: (round) => `/v1/device/${deviceId(past(round))}/counter`,
    api: (client, round) =>
      client.call('history.get', {
        itemids: [itemId(past(round))],
        history: 3,
        sortfield: 'clock',
        output: 'extend',
        time_from: Math.floor(Date.now() / 1000) - withPast.days * 86_400,
      }),
    page: (round) => [
      `/history.php?action=showvalues&itemids%5B%5D=${itemId(past(round))}&from=now-${withPast.days}d&to=now`,
    ],
    isOnPage: 'pages.total',
  },
  {
    name: 'worst first: problems',
    platen: () => '/v1/devices?offset=0&limit=100&sortColumn=status&sortOrder=asc',
    api: (client) =>
      client.call('trigger.get', {
        only_true: true,
        sortfield: 'priority',
        sortorder: 'DESC',
        limit: 100,
        output: ['triggerid', 'description', 'priority', 'lastchange'],
        selectHosts: ['hostid', 'name'],
      }),
    page: () => ['/zabbix.php?action=problem.view&sort=severity&sortorder=DESC&filter_set=1'],
    isOnPage: 'Black toner is low',
  },
  {
    name: 'search for a name',
    platen: (round, hosts) => `/v1/devices?offset=0&limit=100&search=${name(some(round, hosts))}`,
    api: (client, round, hosts) => listHosts(client, { search: { name: name(some(round, hosts)) } }),
    page: (round, hosts) => toHostPage(`&name=${name(some(round, hosts))}`),
    isOnPage: 'BCH00',
  },
  {
    name: 'one group of fifty',
    platen: (round) => `/v1/devices?offset=0&limit=100&groupId=${group(round)}`,
    api: (client, round) => listHosts(client, { groupids: [groupId(group(round))] }),
    page: (round) => toHostPage(`&groupids%5B%5D=${groupId(group(round))}`),
    isOnPage: 'BCH00',
  },
];
