import { type Node, toColumn, toConstant } from './parse-tree.ts';
import type { Level } from './query-levels.ts';
import type { Source } from './sources.ts';

/** Columns and values that a level makes equal, in groups: `alias.column`, or the value. */
function toGroups({ sources, equal, shared }: Level): ReadonlySet<string>[] {
  const groups: Set<string>[] = [];
  const join = (names: readonly string[]) => {
    const met = groups.filter((group) => names.some((name) => group.has(name)));
    for (const group of met) groups.splice(groups.indexOf(group), 1);
    groups.push(new Set([...names, ...met.flatMap((group) => [...group])]));
  };
  const nameOf = (node: Node): string | undefined => {
    const column = toColumn(node);
    if (column === undefined) return toConstant(node);
    const [alias, name] = column;
    return `${alias === '' ? (sources.find((one) => one.column === name)?.alias ?? '') : alias}.${name}`;
  };
  for (const pair of equal) {
    const names = pair.map(nameOf).filter((name) => name !== undefined);
    if (names.length === 2) join(names);
  }
  for (const name of shared) join(sources.map(({ alias }) => `${alias}.${name}`));
  return groups;
}

const keyOf = ({ alias, column }: Source): string => `${alias}.${column}`;

/**
 * Whether distributed tables of one `from` are joined by anything but their distribution columns. Queries in
 * `from` do not count: Citus reads those that lie apart first.
 */
export function isJoinedApart(level: Level): boolean {
  const keys = level.sources.filter(({ place, isQuery }) => place === 'distributed' && isQuery !== true).map(keyOf);
  return keys.length > 1 && !toGroups(level).some((group) => keys.every((key) => group.has(key)));
}

/** Whether what this level reads lies with an outer row: their distribution columns are equal. */
export function liesWithOuter(level: Level): boolean {
  const outer = level.correlations.flatMap(({ source, column }) =>
    source.place === 'distributed' && source.column === column ? [keyOf(source)] : [],
  );
  const own = level.sources.filter(({ place }) => place === 'distributed').map(keyOf);
  if (own.length === 0) return outer.length > 0;
  return toGroups(level).some((group) => own.some((key) => group.has(key)) && outer.some((key) => group.has(key)));
}
