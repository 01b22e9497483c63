import { parseSync } from 'libpg-query';
import { isJoinedApart, liesWithOuter } from './joins.ts';
import { columnsOf, isFields, toColumn, walk } from './parse-tree.ts';
import { type Level, partsOf, reads, toLevels } from './query-levels.ts';
import type { Source } from './sources.ts';

/** Shapes that Citus 12.1 refuses, each with what says so. */
const shapes = {
  /** SQL Support and Workarounds: 'SELECT … FOR UPDATE work in single-shard queries only'. */
  lockOverShards: ({ fields, sources, isOneShard }) => 'lockingClause' in fields && hasShards(sources) && !isOneShard,
  /** 'Correlated subqueries are supported only when the correlation is on the distribution column'. */
  correlationApart: (level, levels) =>
    level.role !== 'with' &&
    isCorrelated(level) &&
    !level.isOneShard &&
    level.outer?.isOneShard === false &&
    reads(level, 'distributed', levels) &&
    !liesWithOuter(level),
  /** 'Limit clause is currently unsupported when a lateral subquery references … a reference table'. */
  lateralLimit: (level, levels) =>
    level.role === 'from' &&
    'limitCount' in level.fields &&
    !level.isOneShard &&
    reads(level, 'distributed', levels) &&
    level.correlations.some(({ source }) => source.place !== 'distributed'),
  /** Correlated subqueries need a shard of their own: a local table has none on the workers. */
  correlationLocal: (level, levels) =>
    isCorrelated(level) && reads(level, 'local', levels) && level.outer !== undefined && hasShards(level.outer.sources),
  /** Outer joins 'only on the Distribution Column', others unless `citus.enable_repartition_joins` is set. */
  joinApart: (level) => !level.isOneShard && isJoinedApart(level),
  /** Rows of several shards have columns of the system that mean something on their node only. */
  systemColumn: ({ fields, sources }) =>
    hasShards(sources) &&
    columnsOf(own(fields)).some(([, column]) => ['xmin', 'xmax', 'ctid', 'tableoid'].includes(column)),
  /** Error messages: 'STABLE functions used in UPDATE queries cannot be called with column references'. */
  stableInChange: ({ kind, fields, sources }) =>
    (kind === 'UpdateStmt' || kind === 'DeleteStmt') && sources[0]?.place === 'distributed' && hasStable(own(fields)),
  /** 'Functions used in UPDATE queries on distributed tables must not be VOLATILE'. */
  volatileInChange: ({ kind, fields, sources }) =>
    (kind === 'UpdateStmt' || kind === 'DeleteStmt') &&
    sources[0]?.place === 'distributed' &&
    callsAny(own(fields), ['clock_timestamp', 'random', 'gen_random_uuid']),
  /** 'functions used in the DO UPDATE SET clause … must be marked IMMUTABLE'. */
  stableInConflict: ({ kind, fields, sources }) =>
    kind === 'InsertStmt' &&
    sources[0]?.place === 'distributed' &&
    callsAny(fields['onConflictClause'], ['now', 'clock_timestamp', 'random']),
  /** Locks of workers are not those of the coordinator. */
  advisoryLock: ({ fields, sources }) => hasShards(sources) && /advisory/.test(calls(own(fields)).join()),
  /** One change goes to shards and to a table of the coordinator, the one from the rows of the other. */
  mixedChanges: (level, levels) =>
    level.role === 'statement' &&
    new Set(
      levels.flatMap(({ kind, sources: [target] }) => (kind === 'SelectStmt' ? [] : [target?.place === 'distributed'])),
    ).size > 1,
  /** SQL Support and Workarounds: recursive queries and grouping sets work in single-shard queries only. */
  recursive: ({ fields, isOneShard }, levels) =>
    isFields(fields['withClause']) &&
    fields['withClause']['recursive'] === true &&
    !isOneShard &&
    levels.some(({ sources }) => hasShards(sources)),
} as const satisfies Record<string, (level: Level, levels: readonly Level[]) => boolean>;
export type Shape = keyof typeof shapes;

const hasShards = (sources: readonly Source[]): boolean => sources.some(({ place }) => place === 'distributed');
const isCorrelated = ({ correlations }: Level): boolean => correlations.length > 0;
const own = (fields: Level['fields']) => partsOf(fields).map(([, node]) => node);

function calls(node: unknown): string[] {
  const names: string[] = [];
  walk(node, (name, fields) => {
    if (name === 'FuncCall') names.push(JSON.stringify(fields['funcname']).replaceAll(/.*"sval":"([^"]+)".*/g, '$1'));
    return !name.endsWith('Stmt');
  });
  return names;
}
const callsAny = (node: unknown, names: readonly string[]): boolean => calls(node).some((name) => names.includes(name));

const isInterval = (node: unknown): boolean => /"interval"|make_interval/.test(JSON.stringify(node ?? null));

/** A column plus or minus an interval, or cut to a day by the zone of the session: stable in PostgreSQL. */
function hasStable(node: unknown): boolean {
  let found = false;
  walk(node, (name, fields) => {
    if (name === 'A_Expr' && /"sval":"[+-]"/.test(JSON.stringify(fields['name'])))
      found ||= [
        [fields['lexpr'], fields['rexpr']],
        [fields['rexpr'], fields['lexpr']],
      ].some(([column, span]) => toColumn(column) !== undefined && isInterval(span));
    if (name === 'FuncCall' && /"(date_trunc|to_char)"/.test(JSON.stringify(fields['funcname'])))
      found ||= columnsOf(fields['args']).length > 0;
    return !name.endsWith('Stmt');
  });
  return found;
}

/** The shapes of a statement that stand in the way. Texts of several statements are migrations: none. */
export function findShapes(text: string): Shape[] {
  const parsed = parseSync(text);
  if ((parsed.stmts?.length ?? 0) > 1) return [];
  const levels = toLevels(parsed);
  return (Object.keys(shapes) as Shape[]).filter((shape) => levels.some((level) => shapes[shape](level, levels)));
}
