import type { Client } from 'pg';

/** Items of a host, as many values as a small report of a printer has. */
export const items = [
  ['pages.total', 'uint'],
  ['pages.color', 'uint'],
  ['pages.black', 'uint'],
  ['toner.black', 'float'],
  ['toner.cyan', 'float'],
  ['toner.magenta', 'float'],
  ['toner.yellow', 'float'],
  ['waste', 'float'],
  ['status', 'uint'],
  ['alerts', 'char'],
  ['firmware', 'char'],
  ['model', 'char'],
] as const;
const valueType = { float: 0, char: 1, uint: 3 } as const;
/** First ids of what is filled: above those that Zabbix brings. */
const base = { host: 1_000_000, item: 10_000_000, group: 1000 };
export const hostId = (n: number) => base.host + n;
export const itemId = (n: number, item = 0) => base.item + n * items.length + item;
export const groupId = (group: number) => base.group + group;
/** Hosts that have daily values of the page counter, and for how many days. */
export const withPast = { hosts: 50, days: 200 };

/**
 * The hosts of `fillFleet`, straight in SQL: same names, same groups (group 200 holds half, group 300 fifty),
 * a current problem where the device has a warning or an error, a value of each item in the last hour.
 */
export async function fillHosts(client: Client, hosts: number): Promise<void> {
  const insert = (text: string, ...values: unknown[]) => client.query(text, values);
  await insert(
    `insert into hstgrp (groupid, name, uuid) select ${base.group} + g, 'Group ' || g, md5(g::text)
     from unnest(array(select generate_series(1, 50)) || array[200, 300]) g`,
  );
  await insert(
    `insert into hosts (hostid, host, name, status, description)
     select ${base.host} + n, 'BCH' || lpad(n::text, 7, '0'), 'BCH' || lpad(n::text, 7, '0'), 0, 'Floor ' || n % 12
     from generate_series(1, $1::int) n`,
    hosts,
  );
  await insert(
    `insert into interface (interfaceid, hostid, main, type, ip)
     select ${base.host} + n, ${base.host} + n, 1, 1, '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || n % 256
     from generate_series(1, $1::int) n`,
    hosts,
  );
  await insert(
    `insert into hosts_groups (hostgroupid, hostid, groupid)
     select ${base.host} + row_number() over (), ${base.host} + n, ${base.group} + g
     from generate_series(1, $1::int) n, lateral (select 1 + n % 50 as g union all select 200 where n % 2 = 0
       union all select 300 where n <= 50) groups`,
    hosts,
  );
  await insert(
    `insert into items (itemid, type, hostid, name, key_, value_type)
     select ${base.item} + n * ${items.length} + i.k - 1, 2, ${base.host} + n, i.name, i.name, i.type
     from generate_series(1, $1::int) n, unnest($2::text[], $3::int[]) with ordinality i(name, type, k)`,
    hosts,
    items.map(([name]) => name),
    items.map(([, type]) => valueType[type]),
  );
  await insert(`insert into item_rtdata (itemid) select itemid from items where itemid >= ${base.item}`);
  await fillTriggers(client);
  await fillValues(client, hosts);
  await client.query('vacuum analyze');
}

async function fillTriggers(client: Client): Promise<void> {
  const isBlack = `i.key_ = 'toner.black' and i.hostid > ${base.host}`;
  const priority = `case when i.hostid % 10 = 7 then 4 else 2 end`;
  const hasProblem = `i.hostid % 10 in (5, 6, 7)`;
  await client.query(
    `insert into triggers (triggerid, expression, description, priority, value, lastchange)
     select i.hostid, '{' || i.hostid || '}<10', 'Black toner is low', ${priority}, case when ${hasProblem} then 1 else 0 end,
       extract(epoch from now())::int - i.hostid % 86400
     from items i where ${isBlack}`,
  );
  await client.query(
    `insert into functions (functionid, itemid, triggerid, name, parameter)
     select i.hostid, i.itemid, i.hostid, 'last', '$' from items i where ${isBlack}`,
  );
  const columns = 'eventid, source, object, objectid, clock, ns, name, severity';
  const selected = `select row_number() over (order by i.hostid), 0, 0, i.hostid, extract(epoch from now())::int - i.hostid % 86400, 0,
       'Black toner is low', ${priority}`;
  await client.query(
    `insert into events (${columns}, value) ${selected}, 1 from items i where ${isBlack} and ${hasProblem}`,
  );
  await client.query(`insert into problem (${columns}) ${selected} from items i where ${isBlack} and ${hasProblem}`);
}

async function fillValues(client: Client, hosts: number): Promise<void> {
  const recent = 'extract(epoch from now())::int - 60 - i.itemid % 3000';
  for (const [table, type, value] of [
    ['history_uint', valueType.uint, '1000000 + i.hostid % 1000'],
    [
      'history',
      valueType.float,
      `case when i.key_ = 'toner.black' and i.hostid % 10 in (5, 6, 7) then 5 else 20 + i.itemid % 80 end`,
    ],
    ['history_str', valueType.char, `'S310SY0J' || 1000 + i.hostid % 900`],
  ] as const)
    await client.query(
      `insert into ${table} (itemid, clock, value, ns) select i.itemid, ${recent}, ${value}, 0
       from items i where i.itemid >= ${base.item} and i.value_type = $1`,
      [type],
    );
  await client.query(
    `insert into history_uint (itemid, clock, value, ns)
     select ${base.item} + n * ${items.length}, extract(epoch from now())::int - ago * 86400, 1000000 - ago * 40, 0
     from generate_series(1, least($1::int, ${withPast.hosts})) n, generate_series(1, ${withPast.days}) ago`,
    [hosts],
  );
}
