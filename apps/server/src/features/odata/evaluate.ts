import type { Comparison, Filter } from './filter.ts';

export type Entity = Readonly<Record<string, string | number | boolean | null>>;
type Value = Entity[string];

const compare: Readonly<Record<Comparison, (left: Value, right: Value) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && right !== null && left > right,
  ge: (left, right) => left !== null && right !== null && left >= right,
  lt: (left, right) => left !== null && right !== null && left < right,
  le: (left, right) => left !== null && right !== null && left <= right,
};

/** Whether an entity meets a filter. Instants are texts of one form, so they compare as texts. */
export function meets(filter: Filter | undefined, entity: Entity): boolean {
  if (filter === undefined) return true;
  if (filter.kind === 'compare') return compare[filter.comparison](entity[filter.name] ?? null, filter.value);
  return filter.kind === 'and'
    ? filter.parts.every((part) => meets(part, entity))
    : filter.parts.some((part) => meets(part, entity));
}

/** The properties of `$select`, and the key; all where nothing is selected. */
export function pick(entity: Entity, names: readonly string[] | undefined): Entity {
  if (names === undefined) return entity;
  return Object.fromEntries(
    ['Id', ...names.filter((name) => name !== 'Id')].map((name) => [name, entity[name] ?? null]),
  );
}

/** Compares entities by the properties of `$orderby`; nulls first, as OData has it for ascending order. */
export function toOrder(
  order: readonly { readonly name: string; readonly isDescending: boolean }[],
): (left: Entity, right: Entity) => number {
  return (left, right) => {
    for (const { name, isDescending } of order) {
      const [a, b] = [left[name] ?? null, right[name] ?? null];
      if (a === b) continue;
      const isBefore = a === null || (b !== null && a < b);
      return isBefore === isDescending ? 1 : -1;
    }
    return 0;
  };
}
