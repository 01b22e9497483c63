import { latestTermsVersion } from '@platen/contract/constants';
import type { Store } from '@platen/server/store/open-store';
import { Client } from 'pg';
import type { Case } from '../lib/case.ts';
import { readDatabaseCpu } from '../lib/database-cpu.ts';
import { fillFleet } from '../lib/fleet.ts';
import { HttpConnection } from '../lib/http-connection.ts';
import { measure } from '../lib/load.ts';
import { leaveNothingDue } from '../lib/nothing-due.ts';
import { cpuSeconds } from '../lib/processes.ts';
import { type RunningServer, startServer } from '../lib/running-server.ts';
import { printHead, printRow } from '../lib/table.ts';
import { dealerGroup, fillWorklist } from './filled-list.ts';

/** Of FG-06, milliseconds at p99 over one connection. */
const target = { page: 50, facets: 150 };

/** Rows and their costliest conditions, as the answer holds them. */
const bareRows = (where: string, more = '') => `
  select w.*, d.serial, d.model, d.customer_name, d.description, c.shown
  from (select w.* from worklist_row w ${more} where w.priority is not null and ${where} order by w.rank desc, w.opened_at limit 100) w
  left join device d on d.device_id = w.entity_id
  cross join lateral (select json_agg(c) as shown from (select condition_id, kind, subject, facts, cost, work, opened_at from condition c
    where c.entity_id = w.entity_id and c.work <> 'resolved' order by points desc limit 3) c) c`;
const bareCount = (where: string) => `select count(*) from worklist_row w where w.priority is not null and ${where}`;
const toDo = `w.priority <= 3 and w.state <> 'snoozed'`;
const ofDealer = `w.entity_id in (select device_id from device where group_ids @> array[${dealerGroup}])`;
const bare = (where: string, columns: readonly string[] = []) => [
  { text: bareRows(where), values: () => [] },
  { text: bareCount(where), values: () => [] },
  ...columns.map((column) => ({
    text: `select ${column}, count(*) from worklist_row w where w.priority is not null and ${where} group by 1`,
    values: () => [],
  })),
];
/** What the facets count, one statement each. */
const counted = ['priority', 'states', 'kinds', 'actors', 'snoozes', 'assignees', 'customer_number'];

const list = (name: string, query: string, where: string, more: Partial<Case> = {}): Case => ({
  name,
  method: 'GET',
  path: () => `/v1/worklist?limit=100${query}`,
  bare: bare(where),
  ...more,
});
const mine = `w.assignees @> array['01910000-0000-7000-8000-000000000001'::uuid]`;

const cases: readonly Case[] = [
  list('first page', '', toDo),
  list('with facets', '&facets=1', toDo, { bare: bare(toDo, counted) }),
  list('page at 1,000', '&offset=1000', toDo),
  list('mine', '&assignee=01910000-0000-7000-8000-000000000001', `${toDo} and ${mine}`),
  list('unowned P1', '&assignee=none&priority=P1', `w.priority = 1 and w.assignees = '{}'`),
  list('grouped by customer', '&groupBy=customer', toDo),
  list('by customer', '&sort=customer', toDo),
  list(
    'of a model',
    '&model=%5B%22MFP%202525%22%5D',
    `${toDo} and w.entity_id in (select device_id from device where model = 'MFP 2525')`,
  ),
  list(
    'search',
    '&search=BCH00123',
    `${toDo} and w.entity_id in (select device_id from device where search_text like '%bch00123%')`,
  ),
  list('dealer: first page', '', `${toDo} and ${ofDealer}`, { user: 'dealer' }),
  list('dealer: with facets', '&facets=1', `${toDo} and ${ofDealer}`, {
    user: 'dealer',
    bare: bare(`${toDo} and ${ofDealer}`, counted),
  }),
];

interface ScaleOptions {
  readonly devices: number;
  /** For each call and number of connections. */
  readonly seconds: number;
  /** Part of the names of calls; '' for all. */
  readonly only: string;
  /** Folder of a store that stays; undefined: a new one each time. */
  readonly data: string | undefined;
}

/**
 * FG-06: calls of the worklist of a large fleet over HTTP, next to the plain SQL of the same rows; prints one
 * line each and which targets were missed.
 */
export async function measureScale({ devices, seconds, only, data }: ScaleOptions): Promise<void> {
  const fill = async (store: Store) => {
    await fillFleet(store, devices, 0);
    await fillWorklist(store);
    await leaveNothingDue(store);
  };
  const server = await startServer(fill, {}, data);
  try {
    await printFleet(server);
    const opened = {
      service: await openConnections(server, 'service'),
      dealer: await openConnections(server, 'dealer'),
    };
    const clients = await Promise.all(
      opened.service.map(async () => {
        const client = new Client({ connectionString: server.store.url });
        await client.connect();
        return client;
      }),
    );
    const readCpu = async () =>
      (await cpuSeconds([server.pid])) + (readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN);
    const missed: string[] = [];
    printHead('rows, conditions and counts by prepared SQL');
    for (const one of cases.filter(({ name }) => name.includes(only)))
      for (const connections of [1, opened.service.length]) {
        const ours = await measure(
          connections,
          seconds,
          async (slot, round) => {
            const answer = await opened[one.user ?? 'service'][slot]?.request(one.method, one.path(round));
            if (answer?.status !== 200) throw new Error(`${one.name}: ${answer?.status} ${answer?.body}`);
          },
          readCpu,
        );
        const plain = await measure(connections, seconds, async (slot) => {
          for (const [index, { text }] of one.bare.entries())
            await clients[slot]?.query({ name: `${one.name}-${index}`, text });
        });
        printRow(one.name, connections, ours, plain);
        const most = one.path(0).includes('facets') ? target.facets : target.page;
        if (connections === 1 && ours.p99 > most) missed.push(`${one.name} (${ours.p99.toFixed(0)} of ${most} ms)`);
      }
    console.log(missed.length === 0 ? 'FG-06 met over one connection.' : `FG-06 missed: ${missed.join(', ')}.`);
    await Promise.all(clients.map((client) => client.end()));
    for (const connection of [...opened.service, ...opened.dealer]) connection.close();
  } finally {
    await server.stop();
  }
}

async function printFleet({ store }: RunningServer): Promise<void> {
  const { rows } = await store.pool.query<Record<string, number>>(`
    select (select count(*)::int from device) as devices, (select count(*)::int from condition where work <> 'resolved') as open,
      (select count(*)::int from condition where work = 'resolved') as resolved, count(*)::int as rows,
      count(*) filter (where priority = 1)::int as p1, count(*) filter (where priority = 2)::int as p2, count(*) filter (where priority = 3)::int as p3
    from worklist_row`);
  console.log(
    Object.entries(rows[0] ?? {})
      .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
      .join(', '),
  );
}

/** Eight people work with the list at once; each has agreed to the terms. */
async function openConnections(server: RunningServer, user: string): Promise<HttpConnection[]> {
  if (user === 'dealer')
    await server.store.pool.query(
      `with made as (insert into device_group (group_id, name) values (${dealerGroup}, 'Dealer') on conflict do nothing returning group_id)
       insert into user_group (user_id, group_id) select user_id, group_id from app_user, made where subject = 'dealer'`,
    );
  const token = await server.token(user);
  const opened = Array.from({ length: 8 }, () => new HttpConnection(server.url, token));
  await opened[0]?.request('POST', '/v1/termsOfUse', { version: latestTermsVersion });
  return opened;
}
