import { distribution, type Place } from '../../src/store/citus/distribution.ts';
import { type Fields, isFields, listOf, type Node, statements, toColumn, walk } from './parse-tree.ts';

/** Something that a query reads or changes under a name. */
export interface Source {
  readonly alias: string;
  /** `recurring`: a function, values, or a `with` query, whose rows every shard would see. */
  readonly place: Place['kind'] | 'recurring';
  /** The column that decides about the shard; undefined: rows of several shards become one. */
  readonly column?: string | undefined;
  /** A query in `from`: if it lies apart from the others, Citus reads it first. */
  readonly isQuery?: boolean;
}

/** What a query reads, with the target of a change first. `hidden`: names of `with` queries. */
export function sourcesOf(fields: Fields, hidden: ReadonlySet<string>): Source[] {
  const sources: Source[] = [];
  if (isFields(fields['relation'])) sources.push(toSource(fields['relation'], hidden));
  walk([fields['fromClause'], fields['usingClause']], (name, inner) => {
    if (name === 'RangeVar') sources.push(toSource(inner, hidden));
    if (name === 'RangeFunction') sources.push({ alias: aliasOf(inner) ?? '', place: 'recurring' });
    if (name === 'RangeSubselect') sources.push(toQuery(inner, hidden));
    return !statements.has(name) && name !== 'RangeSubselect';
  });
  return sources;
}

/** Views lie where the table lies that they read; a cluster makes them on every node. */
const views: ReadonlyMap<string, string> = new Map([['reported_section', 'device_section']]);

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
function toQuery(fields: Fields, hidden: ReadonlySet<string>): Source {
  let place: Source['place'] = 'recurring';
  walk(fields['subquery'], (name, inner) => {
    if (name === 'RangeVar' && toSource(inner, hidden).place === 'distributed') place = 'distributed';
    return true;
  });
  const query = fields['subquery'];
  const select = isFields(query) && isFields(query['SelectStmt']) ? query['SelectStmt'] : {};
  return { alias: aliasOf(fields) ?? '', place, column: shardOutput(select, hidden)?.name, isQuery: true };
}

/** Where a query returns the column that decides about the shard; undefined: its rows lie on no shard. */
function shardOutput(select: Fields, hidden: ReadonlySet<string>): { name: string; index: number } | undefined {
  if ('limitCount' in select || 'limitOffset' in select || 'withClause' in select) return undefined;
  const { larg, rarg } = select;
  if (isFields(larg) && isFields(rarg)) {
    const [first, second] = [shardOutput(larg, hidden), shardOutput(rarg, hidden)];
    return select['op'] === 'SETOP_UNION' && first?.index === second?.index ? first : undefined;
  }
  const sources = sourcesOf(select, hidden).filter(({ place }) => place === 'distributed');
  const keyOf = (node: Node): string | undefined => {
    const [alias, column] = toColumn(node) ?? [];
    const source = sources.find((one) => alias === '' || one.alias === alias);
    return column === '*'
      ? source?.column
      : sources.find((one) => one.column === column && (alias === '' || one.alias === alias))?.column;
  };
  const outputs = listOf(select['targetList']).map((target) => {
    const { name, val } = isFields(target) && isFields(target['ResTarget']) ? target['ResTarget'] : {};
    const key = keyOf(val);
    return key === undefined ? undefined : typeof name === 'string' ? name : key;
  });
  const index = outputs.findIndex((name) => name !== undefined);
  const name = outputs[index];
  const isWhole = ['groupClause', 'distinctClause'].every((clause) => {
    const keys = listOf(select[clause]).filter((key) => isFields(key) && Object.keys(key).length > 0);
    return keys.length === 0 || keys.some((key) => keyOf(key) !== undefined);
  });
  return name === undefined || !isWhole ? undefined : { name, index };
}
