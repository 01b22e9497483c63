import { type RawBuilder, sql } from 'kysely';
import { distribution, type Place } from './distribution.ts';

/** A foreign key with the text that makes it again. */
export interface ForeignKey {
  readonly table: string;
  readonly other: string;
  readonly name: string;
  readonly definition: string;
}

/** What a database has of the plan so far. */
export interface Progress {
  /** Places that the extension knows. */
  readonly made: ReadonlyMap<string, Place>;
  readonly keys: readonly ForeignKey[];
  /** Keys that an earlier run dropped and did not make again. */
  readonly setAside: readonly Omit<ForeignKey, 'other'>[];
}

/** One transaction of `platen admin distribute`. */
export interface Step {
  /** The statement that changes the cluster; the only one but for the notes of dropped keys. */
  readonly statement: RawBuilder<unknown>;
  readonly note?: RawBuilder<unknown>;
}

/** The table with which all others are colocated. */
const first = 'device';

/**
 * What is left to do, in this order: foreign keys of tables that move are dropped, since Citus does not
 * enforce one between a distributed table and one that is not yet; reference tables; `device`; all other
 * distributed tables; then the keys again, which proves them for the rows there are.
 */
export function planSteps({ made, keys, setAside }: Progress): Step[] {
  const moving = [...distribution].filter(([table, place]) => place.kind !== 'local' && !isMade(made, table));
  const names = new Set(moving.map(([table]) => table));
  const dropped = keys.filter((key) => names.has(key.table) || names.has(key.other));
  const ordered = [...moving].sort(([a, place], [b, other]) => rank(a, place) - rank(b, other));
  const known = new Set(dropped.map(toId));
  const again = [...dropped, ...setAside.filter((key) => !known.has(toId(key)))];
  return [...dropped.map(toDrop), ...ordered.map(([table, place]) => toMove(table, place)), ...again.map(toRestore)];
}

/** Tables that lie where the plan does not want them; nothing moves them back by itself. */
export function findMisplaced(made: ReadonlyMap<string, Place>): string[] {
  return [...made].flatMap(([table, place]) => {
    const wanted = distribution.get(table);
    return wanted === undefined || place.kind === 'local' || isSame(wanted, place) ? [] : [table];
  });
}

/** Citus knows tables with foreign keys to reference tables as local ones: these are still to be moved. */
const isMade = (made: ReadonlyMap<string, Place>, table: string): boolean =>
  (made.get(table)?.kind ?? 'local') !== 'local';

const isSame = (wanted: Place, place: Place): boolean =>
  wanted.kind === place.kind && columnOf(wanted) === columnOf(place);
const columnOf = (place: Place): string => (place.kind === 'distributed' ? place.column : '');
const toId = ({ table, name }: { table: string; name: string }): string => `${table} ${name}`;

function rank(table: string, { kind }: Place): number {
  if (kind === 'reference') return 0;
  return table === first ? 1 : 2;
}

function toMove(table: string, place: Place): Step {
  if (place.kind !== 'distributed') return { statement: sql`select create_reference_table(${sql.lit(table)})` };
  const group = table === first ? 'none' : first;
  return {
    statement: sql`select create_distributed_table(${sql.lit(table)}, ${sql.lit(place.column)}, colocate_with => ${sql.lit(group)})`,
  };
}

const toDrop = ({ table, name, definition }: ForeignKey): Step => ({
  note: sql`insert into set_aside_key (table_name, key_name, definition)
    values (${table}, ${name}, ${definition})
    on conflict (table_name, key_name) do update set definition = excluded.definition`,
  statement: sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`,
});

const toRestore = ({ table, name, definition }: Omit<ForeignKey, 'other'>): Step => ({
  statement: sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`,
  note: sql`delete from set_aside_key where table_name = ${table} and key_name = ${name}`,
});
