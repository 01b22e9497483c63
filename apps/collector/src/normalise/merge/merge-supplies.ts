import type { Supply } from '@platen/contract/report-sections';
import type { EvidenceRule } from '@platen/contract/values';
import { belies } from '../supply-state/with-conditions.ts';
import { contradicted, isMeasured, pickReading } from './layer.ts';
import { matchSupplies, toFamily, toKind } from './match-supplies.ts';

/** The contract's limit. */
const rowLimit = 256;
/** Percent points that rounding up or down in two places makes. */
const roundingPercent = 1.5;

/** The gravest goes first: what a panel or a state reason says of a supply is said because of what is wrong. */
const conditions: readonly NonNullable<Supply['condition']>[] = ['missing', 'empty', 'full', 'low', 'nearFull', 'ok'];

/**
 * The supplies of all layers, each once. The first layer's rows are kept with their order and index; rows of later layers are joined
 * to them (`matchSupplies`), or added where nothing of their kind stands there yet. A row that cannot be told from one that is there
 * is left out: a supply told by one source less is better than one shown twice.
 */
export function mergeSupplies(said: readonly (readonly Supply[])[]): Supply[] | undefined {
  if (said.length === 0) return undefined;
  let joined: Supply[] = [];
  for (const [turn, supplies] of said.entries()) {
    const matches = matchSupplies(joined, supplies, turn > 0 && looksAlike(joined, supplies));
    const before = joined;
    joined = before.map((supply, place) => {
      const other = supplies[matches.indexOf(place)];
      return matches.includes(place) && other !== undefined ? joinSupply(supply, other) : supply;
    });
    for (const [place, supply] of supplies.entries())
      if (matches[place] === undefined && isNew(before, supply)) joined.push(withFreeIndex(joined, supply));
  }
  return joined.slice(0, rowLimit);
}

/** Rows numbered as the Printer-MIB does (`1.3`) on both sides are rows of one table. */
const looksAlike = (a: readonly Supply[], b: readonly Supply[]): boolean =>
  [...a, ...b].every(({ index }) => /^\d+\.\d+$/.test(index));

function isNew(before: readonly Supply[], supply: Supply): boolean {
  if (before.length === 0) return true;
  const kind = toKind(supply);
  const family = toFamily(supply);
  if (kind === undefined) return false;
  return before.every((item) => {
    const known = toKind(item);
    if (known === undefined || known === kind) return false;
    // A toner whose colour nobody told may be any of them.
    return toFamily(item) !== family || (item.tonerColor !== undefined && supply.tonerColor !== undefined);
  });
}

/** A device's own number may be taken by a row of another source: then it gets a sign before it. */
function withFreeIndex(joined: readonly Supply[], supply: Supply): Supply {
  let { index } = supply;
  while (joined.some((item) => item.index === index)) index = `+${index}`;
  return index === supply.index ? supply : { ...supply, index: index.slice(0, 64) };
}

/**
 * Two rows of one supply: `a` goes before `b`, except where only `b` has a figure, or one finer than a coarse one, or one that the
 * condition does not belie, or, of two that agree, the only one with a capacity. Level, capacity and unit always come from one of them,
 * as only together they mean something.
 */
function joinSupply(a: Supply, b: Supply): Supply {
  const condition = conditions.find((name) => name === a.condition || name === b.condition);
  const isUsable = (supply: Supply): boolean => isMeasured(supply.percent) && !belies(condition, supply.percent);
  const isRefined =
    isUsable(b) && ((a.coarse === true && b.coarse !== true) || (agree(a, b) && hasCapacity(b) && !hasCapacity(a)));
  const isFirst = isUsable(a) && !isRefined;
  const isSecond = !isFirst && (isUsable(b) || (!isMeasured(a.percent) && isMeasured(b.percent)));
  const [figures, other] = isSecond ? [b, a] : [a, b];
  const percent = isUsable(figures) ? beside(figures, other) : toBelied(figures, other, condition);
  const { index, description, class: kind, type, colorant, tonerColor } = a;
  return {
    index,
    description: isSaid(description) ? description : (b.description ?? description),
    class: kind ?? b.class,
    type: isOpen(type) ? (b.type ?? type) : type,
    unit: figures.unit,
    colorant: colorant ?? b.colorant,
    tonerColor: tonerColor ?? b.tonerColor,
    capacity: figures.capacity,
    level: figures.level,
    percent,
    coarse: figures.coarse,
    condition,
    serial: pickReading([a.serial, b.serial], (left, right) => left.trim() === right.trim()),
  };
}

const hasCapacity = ({ capacity }: Supply): boolean => isMeasured(capacity);
/** Two figures that are no further apart than rounding makes them. */
const agree = (a: Supply, b: Supply): boolean =>
  isMeasured(a.percent) && isMeasured(b.percent) && Math.abs(a.percent.value - b.percent.value) <= roundingPercent;

/** The figure with the other one beside it where they are further apart than rounding makes them. */
function beside(supply: Supply, other: Supply): Supply['percent'] {
  const isFar = isMeasured(other.percent) && !agree(supply, other);
  return isFar && other.coarse !== true ? contradicted(supply.percent, [other.percent.evidence]) : supply.percent;
}

/** No figure that may stand: a state, and where a panel or a state reason is why, that with the figures beside it. */
function toBelied(a: Supply, b: Supply, condition: Supply['condition']): Supply['percent'] {
  const figures = [a, b].filter(({ percent }) => belies(condition, percent)).map(({ percent }) => percent.evidence);
  const reason = [a, b].find(({ percent }) => overruling.has(percent.evidence?.rule))?.percent;
  if (reason !== undefined) return contradicted(reason, figures);
  const [first] = figures;
  if (first !== undefined) return { state: 'unknown', evidence: { ...first, rule: 'panelOverLevel' } };
  return pickReading([a.percent, b.percent], () => true) ?? a.percent;
}

/** Rules by which something else than the level said how the supply is. */
const overruling = new Set<EvidenceRule | undefined>(['panelOverLevel', 'stateReason']);
const isSaid = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';
const isOpen = (type: string | undefined): boolean => type === undefined || type === 'other' || type === 'unknown';
