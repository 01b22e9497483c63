import type { Place } from '../../src/store/citus/distribution.ts';
import {
  columnsOf,
  equalities,
  type Fields,
  isFields,
  listOf,
  type Node,
  statements,
  textOf,
  toColumn,
  toConstant,
  walk,
} from './parse-tree.ts';
import { type Source, sourcesOf } from './sources.ts';

/** One query or change with its own `from`, within others. */
export interface Level {
  readonly kind: 'SelectStmt' | 'UpdateStmt' | 'DeleteStmt' | 'InsertStmt';
  readonly fields: Fields;
  readonly sources: readonly Source[];
  readonly outer: Level | undefined;
  /** How it lies in the outer one. */
  readonly role: 'statement' | 'with' | 'from' | 'target' | 'condition';
  /** The sources of the outer ones that it names, by column. */
  readonly correlations: readonly { readonly source: Source; readonly column: string }[];
  /** Pairs that must be equal, from its joins and its condition. */
  readonly equal: readonly (readonly [Node, Node])[];
  /** Columns that a join `using` them makes equal. */
  readonly shared: readonly string[];
  /** All shards but one are ruled out by a condition on the distribution column. */
  readonly isOneShard: boolean;
}

/** All levels of a statement, outer ones first. */
export function toLevels(node: Node): Level[] {
  const levels: Level[] = [];
  enter(node, undefined, 'statement', new Set(), levels);
  return levels;
}

function enter(
  node: Node,
  outer: Level | undefined,
  role: Level['role'],
  hidden: ReadonlySet<string>,
  levels: Level[],
): void {
  walk(node, (name, fields) => {
    if (!statements.has(name)) return true;
    const withs = isFields(fields['withClause']) ? listOf(fields['withClause']['ctes']) : [];
    const queries = withs.flatMap((item) =>
      isFields(item) && isFields(item['CommonTableExpr']) ? [item['CommonTableExpr']] : [],
    );
    const own = new Set([...hidden, ...queries.map((query) => String(query['ctename']))]);
    const level = toLevel(name as Level['kind'], fields, { outer, role, hidden: own });
    levels.push(level);
    for (const query of queries) enter(query['ctequery'], undefined, 'with', own, levels);
    for (const branch of branchesOf(fields)) enter(branch, outer, role, own, levels);
    for (const [part, inner] of partsOf(fields)) enter(inner, level, toRole(part), own, levels);
    return false;
  });
}

/** Both sides of a union, which the parser gives without their name. */
const branchesOf = ({ larg, rarg }: Fields): Node[] =>
  [larg, rarg].flatMap((side) => (side === undefined ? [] : [{ SelectStmt: side }]));

/** What belongs to a level itself: not its `with` queries, and of a union not the sides. */
export const partsOf = (fields: Fields): [part: string, node: Node][] =>
  Object.entries(fields).filter(([part]) => part !== 'withClause' && part !== 'larg' && part !== 'rarg');

const toRole = (part: string): Level['role'] =>
  part === 'targetList'
    ? 'target'
    : part === 'fromClause' || part === 'usingClause' || part === 'selectStmt'
      ? 'from'
      : 'condition';

function toLevel(
  kind: Level['kind'],
  fields: Fields,
  { outer, role, hidden }: { outer: Level | undefined; role: Level['role']; hidden: ReadonlySet<string> },
): Level {
  const sources = sourcesOf(fields, hidden);
  const conditions: Node[] = [fields['whereClause']];
  const shared: string[] = [];
  walk([fields['fromClause'], fields['usingClause']], (name, inner) => {
    if (name === 'JoinExpr') {
      conditions.push(inner['quals']);
      shared.push(...listOf(inner['usingClause']).map(textOf));
    }
    return !statements.has(name) && name !== 'RangeSubselect';
  });
  const equal = conditions.flatMap(equalities);
  const base = { kind, fields, sources, outer, role, equal, shared };
  const own = new Set(sources.map(({ alias }) => alias));
  const correlations = columnsOf(partsOf(fields).map(([, inner]) => inner))
    .filter(([alias]) => alias !== '' && !own.has(alias))
    .flatMap(([alias, column]) => {
      const source = findOuter(outer, alias);
      return source === undefined ? [] : [{ source, column }];
    });
  return { ...base, correlations, isOneShard: equal.some((pair) => isOnShard(pair, base)) };
}

/** `column = $1`, or the column of an outer level that is on one shard itself. */
function isOnShard(
  [left, right]: readonly [Node, Node],
  { sources, outer }: Pick<Level, 'sources' | 'outer'>,
): boolean {
  return (
    [
      [left, right],
      [right, left],
    ] as const
  ).some(([column, value]) => {
    const [alias, name] = toColumn(column) ?? ['', ''];
    const isKey = sources.some(
      (one) => one.place === 'distributed' && one.column === name && (alias === '' || one.alias === alias),
    );
    if (!isKey) return false;
    const [of, other] = toColumn(value) ?? ['', ''];
    return toConstant(value) !== undefined || (outer?.isOneShard === true && findOuter(outer, of)?.column === other);
  });
}

function findOuter(level: Level | undefined, alias: string): Source | undefined {
  if (level === undefined) return undefined;
  return level.sources.find((source) => source.alias === alias) ?? findOuter(level.outer, alias);
}

const isWithin = (one: Level, level: Level): boolean =>
  one === level || (one.outer !== undefined && isWithin(one.outer, level));

/** Whether something in it names what is outside of it. */
const follows = (level: Level, levels: readonly Level[]): boolean => {
  const within = levels.filter((one) => isWithin(one, level));
  const sources = new Set(within.flatMap((one) => one.sources));
  return within.some(({ correlations }) => correlations.some(({ source }) => !sources.has(source)));
};

/**
 * Whether this level reads a table of that place for each row of an outer one: a subquery of a condition that
 * follows no row is read before.
 */
export function reads(level: Level, place: Place['kind'], levels: readonly Level[]): boolean {
  return (
    level.sources.some((source) => source.place === place) ||
    levels.some(
      (one) => one.outer === level && (one.role === 'from' || follows(one, levels)) && reads(one, place, levels),
    )
  );
}
