import { distribution, type Place } from '../../src/store/citus/distribution.ts';

/** A node of the parser's tree: `{ SelectStmt: { … } }`, a list, or a value. */
export type Node = unknown;
type Fields = Readonly<Record<string, unknown>>;

/** Something that a query reads or changes under a name. */
export interface Source {
  readonly alias: string;
  /** `recurring`: a function, values, or a `with` query, whose rows every shard would see. */
  readonly place: Place['kind'] | 'recurring';
  /** The column that decides about the shard. */
  readonly column?: string;
}

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
  /** All shards but one are ruled out by a condition on the distribution column. */
  readonly isOneShard: boolean;
}

/** Views lie where the table lies that they read; a cluster makes them on every node. */
const views: ReadonlyMap<string, string> = new Map([['reported_section', 'device_section']]);

const statements = new Set(['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt']);
export const isFields = (node: Node): node is Fields =>
  typeof node === 'object' && node !== null && !Array.isArray(node);
const text = (node: Node): string => (isFields(node) && isFields(node['String']) ? String(node['String']['sval']) : '');

/** Calls `visit` with each node and its name; what it returns false for is not entered. */
export function walk(node: Node, visit: (name: string, fields: Fields) => boolean): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  else if (isFields(node))
    for (const [name, value] of Object.entries(node))
      if (!(isFields(value) && /^[A-Z]/.test(name)) || visit(name, value)) walk(value, visit);
}

/** `a.b` as ['a', 'b']; of other nodes nothing. */
export function toColumn(node: Node): [alias: string, column: string] | undefined {
  if (!isFields(node) || !isFields(node['ColumnRef'])) return undefined;
  const names = (node['ColumnRef']['fields'] as readonly Node[]).map(text);
  return names.length === 1 ? ['', names[0] ?? ''] : [names.at(-2) ?? '', names.at(-1) ?? ''];
}

/** Columns of this node, without those of queries inside of it. */
export function columnsOf(node: Node): [alias: string, column: string][] {
  const found: [string, string][] = [];
  walk(node, (name, fields) => {
    if (name === 'ColumnRef') found.push(...[toColumn({ ColumnRef: fields })].filter((one) => one !== undefined));
    return !statements.has(name);
  });
  return found;
}

const isConstant = (node: Node): boolean => {
  if (!isFields(node)) return false;
  if (isFields(node['TypeCast'])) return isConstant(node['TypeCast']['arg']);
  return 'ParamRef' in node || 'A_Const' in node;
};

/** Pairs that `=` joins, from conditions that must all hold. */
function equalities(node: Node): [Node, Node][] {
  if (!isFields(node)) return [];
  const and = node['BoolExpr'];
  if (isFields(and) && and['boolop'] === 'AND_EXPR') return (and['args'] as readonly Node[]).flatMap(equalities);
  const op = node['A_Expr'];
  if (!isFields(op) || op['kind'] !== 'AEXPR_OP' || text((op['name'] as readonly Node[])[0]) !== '=') return [];
  return [[op['lexpr'], op['rexpr']]];
}

/** All levels of a statement, outer ones first. `ctes`: names that hide tables. */
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
    const withs = isFields(fields['withClause']) ? (fields['withClause']['ctes'] as readonly Node[]) : [];
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
  const sources: Source[] = [];
  const conditions: Node[] = [fields['whereClause']];
  if (isFields(fields['relation'])) sources.push(toSource(fields['relation'], hidden));
  walk([fields['fromClause'], fields['usingClause']], (name, inner) => {
    if (name === 'RangeVar') sources.push(toSource(inner, hidden));
    if (name === 'RangeFunction' || name === 'RangeSubselect')
      sources.push({
        alias: aliasOf(inner) ?? '',
        place: name === 'RangeFunction' ? 'recurring' : placeOf(inner, hidden),
      });
    if (name === 'JoinExpr') conditions.push(inner['quals']);
    return !statements.has(name) && name !== 'RangeSubselect';
  });
  const base = { kind, fields, sources, outer, role };
  const own = new Set(sources.map(({ alias }) => alias));
  const correlations = columnsOf(partsOf(fields).map(([, inner]) => inner))
    .filter(([alias]) => alias !== '' && !own.has(alias))
    .flatMap(([alias, column]) => {
      const source = findOuter(outer, alias);
      return source === undefined ? [] : [{ source, column }];
    });
  const isOneShard = conditions.flatMap(equalities).some((pair) => isOnShard(pair, base));
  return { ...base, correlations, isOneShard };
}

/** `column = $1`, or the column of an outer level that is on one shard itself. */
function isOnShard([left, right]: [Node, Node], { sources, outer }: Pick<Level, 'sources' | 'outer'>): boolean {
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
    return isConstant(value) || (outer?.isOneShard === true && findOuter(outer, of)?.column === other);
  });
}

function findOuter(level: Level | undefined, alias: string): Source | undefined {
  if (level === undefined) return undefined;
  return level.sources.find((source) => source.alias === alias) ?? findOuter(level.outer, alias);
}

const aliasOf = (fields: Fields): string | undefined =>
  isFields(fields['alias']) ? String(fields['alias']['aliasname']) : undefined;

function toSource(fields: Fields, hidden: ReadonlySet<string>): Source {
  const name = String(fields['relname']);
  const alias = aliasOf(fields) ?? name;
  if (hidden.has(name)) return { alias, place: 'recurring' };
  const place = distribution.get(views.get(name) ?? name);
  if (place === undefined) return { alias, place: 'local' };
  return place.kind === 'distributed'
    ? { alias, place: 'distributed', column: place.column }
    : { alias, place: place.kind };
}

/** A query in `from` is as distributed as what it reads. */
function placeOf(node: Node, hidden: ReadonlySet<string>): Source['place'] {
  let place: Source['place'] = 'recurring';
  walk(node, (name, fields) => {
    if (name === 'RangeVar' && toSource(fields, hidden).place === 'distributed') place = 'distributed';
    return true;
  });
  return place;
}

/** Whether this level or one within it reads a table of that place. */
export function reads(level: Level, place: Source['place'], levels: readonly Level[]): boolean {
  const within = (one: Level): boolean => one === level || (one.outer !== undefined && within(one.outer));
  return levels.some((one) => within(one) && one.sources.some((source) => source.place === place));
}
