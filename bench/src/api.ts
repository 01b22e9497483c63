// npm run bench:api [devices] [seconds]: the calls a technician makes all day, against the bare SQL of the same answer.
import { Client } from 'pg';
import { fillFleet } from './lib/fleet.ts';
import { HttpLane } from './lib/http-lane.ts';
import { measure } from './lib/load.ts';
import { startServer } from './lib/running-server.ts';
import { printHead, printRow } from './lib/table.ts';

const devices = Number(process.argv[2] ?? 100_000);
const seconds = Number(process.argv[3] ?? 3);
const historyDays = 30;

interface Case {
  name: string;
  method: 'GET' | 'POST';
  path: (round: number) => string;
  body?: object;
  /** The least SQL that yields the same answer: a page and its count, or one device. */
  bare: { text: string; values: (round: number) => unknown[] }[];
}

const deviceId = (n: number) => `01900000-0000-7000-8000-${(1 + (n % devices)).toString(16).padStart(12, '0')}`;
const columns =
  'device_id, serial, model, status, device_code, status_reasons, customer_number, customer_name, description, dealer_number, dealer_name, firmware_version, updated_at';
const page = (where: string, order = "coalesce(serial, ''), device_id") =>
  `select ${columns} from device where ${where} order by ${order} limit 100`;
const count = (where: string) => `select count(*)::int from device where ${where}`;
const both = (where: string, values: (round: number) => unknown[]) => [
  { text: page(where), values },
  { text: count(where), values },
];
/** Another middle part of a serial each time: between one and a hundred devices hold it. */
const fragment = (round: number) => String((round * 7919) % devices).padStart(5, '0');

const cases: Case[] = [
  { name: 'list', method: 'GET', path: () => '/v1/devices?offset=0&limit=100', bare: both('true', () => []) },
  {
    name: 'list of a group',
    method: 'GET',
    path: (round) => `/v1/devices?offset=0&limit=100&groupId=${1 + (round % 50)}`,
    bare: both('group_ids && array[$1::int]', (round) => [1 + (round % 50)]),
  },
  {
    name: 'substring',
    method: 'GET',
    path: (round) => `/v1/devices?offset=0&limit=100&search=${fragment(round)}`,
    bare: both('search_text like $1', (round) => [`%${fragment(round)}%`]),
  },
  {
    name: 'advanced search',
    method: 'POST',
    path: () => '/v1/devices/search',
    body: { models: ['2525C'], dealerNumbers: ['D-2010', 'D-2011'], offset: 0, limit: 100 },
    bare: both("model ilike '%2525C%' and lower(dealer_number) = any($1)", () => [['d-2010', 'd-2011']]),
  },
  {
    name: 'offset 50,000',
    method: 'GET',
    path: () => '/v1/devices?offset=50000&limit=100',
    bare: [
      {
        text: page("(coalesce(serial, ''), device_id) > ($1, $2)"),
        values: () => ['BCH0050000', deviceId(49_999)],
      },
      { text: count('true'), values: () => [] },
    ],
  },
  {
    name: 'profile',
    method: 'GET',
    path: (round) => `/v1/device/${deviceId(round * 7919)}/profile`,
    bare: [
      {
        text: `select d.*, (select json_object_agg(section, body) from device_section s where s.device_id = d.device_id) as sections,
                 (select json_build_array(min(day), max(day), max(total) - min(total)) from counter_day c where c.device_id = d.device_id and day > current_date - 90) as history
               from device d where device_id = $1`,
        values: (round) => [deviceId(round * 7919)],
      },
    ],
  },
];

console.log(`Filling a store with ${devices.toLocaleString('en')} devices and ${historyDays} days of counters …`);
const server = await startServer((store) => fillFleet(store, devices, historyDays));
try {
  const token = await server.token('service');
  const lanes = Array.from({ length: 32 }, () => new HttpLane(server.url, token));
  await lanes[0]?.request('POST', '/v1/termsOfUse', { version: '1.0.1' });
  const clients = await Promise.all(
    lanes.map(async () => {
      const client = new Client({ connectionString: server.store.url });
      await client.connect();
      return client;
    }),
  );
  printHead('the same answer by prepared SQL over as many connections');
  for (const one of cases)
    for (const connections of [1, 32]) {
      const ours = await measure(connections, seconds, async (lane, round) => {
        const answer = await lanes[lane]?.request(one.method, one.path(round), one.body);
        if (answer?.status !== 200) throw new Error(`${one.name}: ${answer?.status} ${answer?.body}`);
      });
      const bare = await measure(connections, seconds, async (lane, round) => {
        for (const [index, { text, values }] of one.bare.entries())
          await clients[lane]?.query({ name: `${one.name}-${index}`, text, values: values(round) });
      });
      printRow(one.name, connections, ours, bare);
    }
  await Promise.all(clients.map((client) => client.end()));
  for (const lane of lanes) lane.close();
} finally {
  await server.stop();
}
