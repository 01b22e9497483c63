import { Refusal } from '../../base/errors.ts';
import type { EdmType, Property } from './entity-sets.ts';

export const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];
type Value = string | number | boolean | null;

/** A `$filter` as a tree (OData 4.0 part 2, section 5.1.1). */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'compare'; readonly name: string; readonly comparison: Comparison; readonly value: Value };

const token =
  /\s*(?:(?<text>'(?:[^']|'')*')|(?<guid>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})|(?<moment>\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))|(?<day>\d{4}-\d{2}-\d{2})|(?<number>-?\d+(?:\.\d+)?)|(?<word>[A-Za-z_]\w*)|(?<sign>[(),]))/iy;
const longest = 2000;
const deepest = 20;

const kinds = ['text', 'guid', 'moment', 'day', 'number', 'word', 'sign'] as const;
interface Token {
  readonly kind: (typeof kinds)[number];
  readonly text: string;
}

const refuse = (why: string): never => {
  throw new Refusal(202001, `$filter: ${why}`);
};

function split(filter: string): Token[] {
  if (filter.length > longest) refuse(`at most ${longest} characters`);
  const tokens: Token[] = [];
  token.lastIndex = 0;
  const end = filter.trimEnd().length;
  while (token.lastIndex < end) {
    const at = token.lastIndex;
    const groups = token.exec(filter)?.groups;
    const kind = kinds.find((one) => groups?.[one] !== undefined);
    if (kind === undefined) return refuse(`'${filter.slice(at, at + 20).trim()}' is not understood`);
    tokens.push({ kind, text: groups?.[kind] ?? '' });
  }
  return tokens;
}

/** Kinds of literals that a property is compared with. */
const literals: Readonly<Record<EdmType, readonly Token['kind'][]>> = {
  'Edm.String': ['text'],
  'Edm.Guid': ['guid'],
  'Edm.Date': ['day'],
  'Edm.DateTimeOffset': ['moment', 'day'],
  'Edm.Double': ['number'],
  'Edm.Boolean': ['word'],
};

/**
 * Reads a `$filter`: comparisons of properties that may be queried, joined by `and`, `or` and brackets. All
 * else of OData (functions, `not`, arithmetic) is refused with 202001 by name.
 */
export function parseFilter(filter: string, properties: Readonly<Record<string, Property>>): Filter {
  const tokens = split(filter);
  let next = 0;
  const take = (): Token => tokens[next++] ?? refuse('it ends too early');
  const isWord = (word: string) => tokens[next]?.kind === 'word' && tokens[next]?.text === word;

  const join = (kind: 'and' | 'or', part: () => Filter): Filter => {
    const parts = [part()];
    while (isWord(kind)) {
      next++;
      parts.push(part());
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind, parts };
  };
  const either = (depth: number): Filter => join('or', () => join('and', () => one(depth)));
  const one = (depth: number): Filter => {
    if (depth > deepest) refuse('too many brackets');
    const first = take();
    if (first.text === '(' && first.kind === 'sign') {
      const inner = either(depth + 1);
      if (take().text !== ')') refuse('a bracket is not closed');
      return inner;
    }
    if (first.kind !== 'word') refuse(`a property is expected in place of ${first.text}`);
    if (tokens[next]?.text === '(') refuse(`the function ${first.text} is not offered`);
    if (first.text === 'not') refuse('not is not offered');
    return compare(first.text);
  };
  const compare = (name: string): Filter => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined || !property.isQueried) return refuse(`${name} cannot be filtered by`);
    const operator = take().text;
    const comparison = comparisons.find((known) => known === operator);
    if (comparison === undefined) return refuse(`${operator} is not one of ${comparisons.join(', ')}`);
    return { kind: 'compare', name, comparison, value: toValue(name, property.type, comparison, take()) };
  };

  const found = either(0);
  if (next < tokens.length) refuse(`'${tokens[next]?.text}' is one too many`);
  return found;
}

function toValue(name: string, type: EdmType, comparison: Comparison, { kind, text }: Token): Value {
  if (kind === 'word' && text === 'null') {
    if (comparison !== 'eq' && comparison !== 'ne') refuse('null is compared by eq or ne');
    return null;
  }
  if (!literals[type].includes(kind)) refuse(`${name} is a ${type}, which ${text} is not`);
  if (type === 'Edm.Boolean')
    return text === 'true' ? true : text === 'false' ? false : refuse(`${text} is no boolean`);
  if (type === 'Edm.String') return text.slice(1, -1).replaceAll("''", "'");
  if (type === 'Edm.Double') return Number(text);
  if (type === 'Edm.Guid') return text.toLowerCase();
  const at = Date.parse(text);
  if (Number.isNaN(at) || text < '1970' || text >= '2200') refuse(`${text} is no date`);
  return type === 'Edm.Date' ? text : new Date(at).toISOString();
}

/** `$orderby`: properties that may be queried, each with `asc` or `desc`. */
export function parseOrder(
  order: string,
  properties: Readonly<Record<string, Property>>,
): { readonly name: string; readonly isDescending: boolean }[] {
  return order.split(',').map((item) => {
    const [name = '', direction = 'asc', more] = item.trim().split(/\s+/);
    if (!Object.hasOwn(properties, name) || properties[name]?.isQueried !== true)
      throw new Refusal(202001, `$orderby: ${name} cannot be ordered by`);
    if (more !== undefined || (direction !== 'asc' && direction !== 'desc'))
      throw new Refusal(202001, `$orderby: ${item.trim()} is not understood`);
    return { name, isDescending: direction === 'desc' };
  });
}

/** `$select`: names of properties; undefined: all. */
export function parseSelect(
  select: string | undefined,
  properties: Readonly<Record<string, Property>>,
): readonly string[] | undefined {
  if (select === undefined || select.trim() === '*') return undefined;
  const names = select.split(',').map((name) => name.trim());
  for (const name of names)
    if (!Object.hasOwn(properties, name)) throw new Refusal(202001, `$select: there is no ${name}`);
  return names;
}
