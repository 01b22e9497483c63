// npm run bench:api -- [devices] [seconds] [part of a call's name] [days] [devices with that past]:
// the calls a technician makes all day, against the bare SQL of the same answer. Every device has a history
// unless stated otherwise.

import { latestTermsVersion } from '@platen/contract/constants';
import { Client } from 'pg';
import { anyText, readArguments, whole } from './lib/arguments.ts';
import type { Case } from './lib/case.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { toDeviceCases } from './lib/device-cases.ts';
import { fillFleet } from './lib/fleet.ts';
import { fillHistory } from './lib/history.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { measure } from './lib/load.ts';
import { leaveNothingDue } from './lib/nothing-due.ts';
import { cpuSeconds } from './lib/processes.ts';
import { startServer } from './lib/running-server.ts';
import { printHead, printRow } from './lib/table.ts';

const [devices, seconds, only, days, mostWithPast] = readArguments(
  'api',
  whole('devices', 100_000),
  whole('seconds', 3),
  anyText("part of a call's name"),
  whole('days', 200, 0),
  whole('devices with that past', Number.MAX_SAFE_INTEGER, 0),
);
const withPast = Math.min(devices, mostWithPast);
/** A call about one device takes at most so long at p99 over one connection. */
const targetMs = 25;

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
/** A device with a past. */
const pastId = (round: number) => deviceId((round * 7919) % withPast);
/** Groups of the dealer: six in a hundred devices. */
const dealerGroups = [1, 2, 3];
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
    name: 'list as dealer',
    method: 'GET',
    path: () => '/v1/devices?offset=0&limit=100',
    user: 'dealer',
    bare: both('group_ids && $1::int[]', () => [dealerGroups]),
  },
  {
    name: 'substring',
    method: 'GET',
    path: (round) => `/v1/devices?offset=0&limit=100&search=${fragment(round)}`,
    bare: both('search_text like $1', (round) => [`%${fragment(round)}%`]),
  },
  {
    name: 'two characters',
    method: 'GET',
    path: (round) => `/v1/devices?offset=0&limit=100&search=${fragment(round).slice(-2)}`,
    bare: both('search_text like $1', (round) => [`%${fragment(round).slice(-2)}%`]),
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
    // Every tenth device of the fleet; the job has noted them when the server started.
    name: 'stopped devices',
    method: 'GET',
    path: () => '/v1/devices/stopped?offset=0&limit=100',
    bare: [
      {
        text: `select d.device_id, serial, model, customer_number, customer_name, description, updated_at, address, c.name, s.every_ms
               from stopped_device x join device d on d.device_id = x.device_id and d.updated_at <= x.stopped_at
               left join collector c on c.collector_id = x.collector_id left join collector_status s on s.collector_id = x.collector_id
               order by stopped_at, x.device_id limit 100`,
        values: () => [],
      },
      { text: 'select count(*)::int from stopped_device', values: () => [] },
    ],
  },
  {
    name: 'profile',
    method: 'GET',
    path: (round) => `/v1/device/${pastId(round)}/profile`,
    bare: [
      {
        // The rows a profile is made of: the device, its sections, its errors by kind, and each day's counter
        // (where one falls, AMP leaves it out).
        text: `select d.*, (select json_object_agg(section, body) from device_section s where s.device_id = d.device_id) as sections,
                 (select json_object_agg(category, n) from (select category, count(*) as n from device_error e
                   where e.device_id = d.device_id and occurred_at > now() - interval '14 days' group by category) e) as errors,
                 (select json_agg(json_build_array(day, total) order by day) from counter_day c where c.device_id = d.device_id and day >= current_date - 90) as history,
                 (select json_build_array(judged_at, result->'signs', result->'pmParts') from device_judgement j where j.device_id = d.device_id) as judged
               from device d where device_id = $1`,
        values: (round) => [pastId(round)],
      },
    ],
  },
  ...toDeviceCases(pastId),
];

console.log(
  `Filling a store with ${devices.toLocaleString('en')} devices, ${withPast.toLocaleString('en')} of them with ${days} days of counters and readings …`,
);
const server = await startServer(async (store) => {
  await fillFleet(store, devices, 0);
  await fillHistory(store, { devices: withPast, days, onStep: (step) => console.log(`  ${step}`) });
  await leaveNothingDue(store);
});
const slow: string[] = [];
const readCpu = async () =>
  (await cpuSeconds([server.pid])) + (readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN);
try {
  // Straight into the tables: the administration would recompute the members of these groups.
  await server.store.pool.query(
    `with made as (insert into device_group (group_id, name) select id, 'Group ' || id from unnest($1::int[]) id returning group_id)
     insert into user_group (user_id, group_id) select user_id, group_id from app_user, made where subject = 'dealer'`,
    [dealerGroups],
  );
  const opened = { service: await openConnections('service'), dealer: await openConnections('dealer') };
  const clients = await Promise.all(
    opened.service.map(async () => {
      const client = new Client({ connectionString: server.store.url });
      await client.connect();
      return client;
    }),
  );
  printHead('the same answer by prepared SQL over as many connections');
  for (const one of cases.filter(({ name }) => name.includes(only)))
    for (const connections of one.connections ?? [1, 32]) {
      const ours = await measure(
        connections,
        seconds,
        async (slot, round) => {
          const answer = await opened[one.user ?? 'service'][slot]?.request(one.method, one.path(round), one.body);
          if (answer?.status !== 200) throw new Error(`${one.name}: ${answer?.status} ${answer?.body}`);
        },
        readCpu,
      );
      const bare = await measure(connections, seconds, async (slot, round) => {
        for (const [index, { text, values }] of one.bare.entries())
          await clients[slot]?.query({ name: `${one.name}-${index}`, text, values: values(round) });
      });
      printRow(one.name, connections, ours, bare);
      if (connections === 1 && one.path(0).startsWith('/v1/device/') && ours.p99 > targetMs) slow.push(one.name);
    }
  console.log(
    slow.length === 0
      ? `Every call about one device: p99 at most ${targetMs} ms over one connection.`
      : `Beyond ${targetMs} ms at p99 over one connection: ${slow.join(', ')}.`,
  );
  await Promise.all(clients.map((client) => client.end()));
  for (const connection of [...opened.service, ...opened.dealer]) connection.close();
} finally {
  await server.stop();
}

/** Connections of one user, who has agreed to the terms. */
async function openConnections(user: string): Promise<HttpConnection[]> {
  const token = await server.token(user);
  const opened = Array.from({ length: 32 }, () => new HttpConnection(server.url, token));
  await opened[0]?.request('POST', '/v1/termsOfUse', { version: latestTermsVersion });
  return opened;
}
