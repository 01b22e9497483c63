import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBreaks } from './lib/migration-breaks.mjs';

const folder = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'store', 'migrations');
/** Migrations before this one are older than the rule (0722). */
const first = '0164';

test('a migration takes nothing away that a server of the version before needs, or names the oldest server', () => {
  const names = readdirSync(folder).sort();
  const known = names.map((name) => name.replace('.sql', ''));
  const broken = names
    .filter((name) => name >= first)
    .map((name) => [name, findBreaks(name, readFileSync(join(folder, name), 'utf8'), known)])
    .filter(([, breaks]) => breaks?.length !== 0);
  expect(broken).toEqual([]);
});

const known = ['0155-oldest-server', '0170-expand', '0180-own'];
const breaksOf = (text: string) => findBreaks('0180-own.sql', text, known);

test.each([
  ['drop table a', 'drop table'],
  ['alter table a drop column b', 'drop column'],
  ['alter table a drop b', 'drop column'],
  ['drop function f(int)', 'drop function'],
  ['drop index i', 'drop index'],
  ['alter table a rename column b to c', 'rename'],
  ['alter table a rename to b', 'rename'],
  ['alter table only a alter column b type bigint', 'change of type'],
  ['alter table a alter b set data type bigint', 'change of type'],
  ['alter table a alter column b set not null', 'set not null'],
  ['alter table a alter column b drop default', 'drop default'],
  ['alter table a add column b int not null', 'not null without default'],
  ['alter table a add column c int, add b int not null', 'not null without default'],
  ['alter table a add constraint k check (b > 0)', 'new constraint'],
  ['create unique index i on a (b)', 'unique index'],
  ['truncate a', 'truncate'],
  ['revoke select on a from platen_app', 'revoke'],
])('%s is a break: %s', (statement, what) => {
  expect(breaksOf(`create table other (x int);\n${statement};`)).toEqual([expect.stringContaining(what)]);
});

test.each([
  'create table a (b int not null, unique (b)); create unique index i on a (b)',
  'alter table a add column b int not null default 0, add c text',
  'alter table a drop constraint k; alter table a add constraint k check (b > 0 or c > 0)',
  'create index i on a (b)',
  "-- drop table a\ncomment on table a is 'drop table a'",
  "comment on table a is 'x -- y'; -- a device's column\nselect 1",
  'create function f() returns void language sql as $$ drop table a; $$',
  'alter table a alter column b drop not null, alter column b set default 1',
])('%s is none', (statement) => {
  expect(breaksOf(statement)).toEqual([]);
});

test('what takes something away says since which migration no server needs it, and shuts older servers out', () => {
  const header = '-- Contracts: servers that know 0170-expand do without column b.\n';
  const drop = 'alter table a drop column b;';
  expect(breaksOf(`${header}${drop} update oldest_server set knows = '0170-expand';`)).toEqual([]);
  expect(breaksOf(`${header}${drop}`)).toEqual([
    expect.stringContaining("update oldest_server set knows = '0170-expand'"),
  ]);
  for (const other of ['0180-own', '0199-unknown']) {
    const text = `${header.replace('0170-expand', other)}${drop} update oldest_server set knows = '${other}';`;
    expect(breaksOf(text)).toEqual([expect.stringContaining(`${other} is no earlier migration`)]);
  }
});
