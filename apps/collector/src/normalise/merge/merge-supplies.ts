import type { Supply } from '@platen/contract/report-sections';
import type { EvidenceRule } from '@platen/contract/values';
import { bySeverity } from '../supply-state/reported-conditions.ts';
import { contradictsCondition } from '../supply-state/with-conditions.ts';
import { isUnspecific } from '../toner-color.ts';
import { contradicted, isMeasured, pickReading } from './layer.ts';
import { matchSupplies, toFamily, toKind } from './match-supplies.ts';

/** The contract's limit. */
const rowLimit = 256;
/** Difference in percent points that rounding in two sources causes. */
const roundingPercent = 1.5;

/**
 * The supplies of all layers, each once. The first layer's rows keep their order and index; rows of later
 * layers are merged with them (`matchSupplies`), or added if there is none of their kind yet. A row that is
 * ambiguous is left out: missing one source of a supply is better than showing the supply twice.
 */
export function mergeSupplies(reported: readonly (readonly Supply[])[]): Supply[] | undefined {
  if (reported.length === 0) return undefined;
  let joined: Supply[] = [];
  for (const [turn, supplies] of reported.entries()) {
    const matches = matchSupplies(joined, supplies, turn > 0 && looksAlike(joined, supplies));
    const before = joined;
    joined = before.map((supply, position) => {
      const other = supplies[matches.indexOf(position)];
      return matches.includes(position) && other !== undefined ? joinSupply(supply, other) : supply;
    });
    for (const [position, supply] of supplies.entries())
      if (matches[position] === undefined && isNew(before, supply)) joined.push(withFreeIndex(joined, supply));
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
    // A toner without a colour matches any of them.
    return toFamily(item) !== family || (item.tonerColor !== undefined && supply.tonerColor !== undefined);
  });
}

/** A device's own index may be used by a row of another source: then it gets a prefix. */
function withFreeIndex(joined: readonly Supply[], supply: Supply): Supply {
  let { index } = supply;
  while (joined.some((item) => item.index === index)) index = `+${index}`;
  return index === supply.index ? supply : { ...supply, index: index.slice(0, 64) };
}

/**
 * Two rows of one supply: `a` takes precedence over `b`, unless only `b` has a number, or a finer one, or one
 * that does not contradict the condition, or, of two that agree, the only one with a capacity. Level,
 * capacity and unit always come from one of them, as they are meaningful only together.
 */
function joinSupply(a: Supply, b: Supply): Supply {
  const condition = bySeverity.find((name) => name === a.condition || name === b.condition);
  const isUsable = (supply: Supply): boolean =>
    isMeasured(supply.percent) && !contradictsCondition(condition, supply.percent);
  const isRefined =
    isUsable(b) && ((a.coarse === true && b.coarse !== true) || (agree(a, b) && hasCapacity(b) && !hasCapacity(a)));
  const isFirst = isUsable(a) && !isRefined;
  const isSecond = !isFirst && (isUsable(b) || (!isMeasured(a.percent) && isMeasured(b.percent)));
  const [figures, other] = isSecond ? [b, a] : [a, b];
  const percent = isUsable(figures) ? withContradictions(figures, other) : toOverruled(figures, other, condition);
  const { index, description, class: kind, type, colorant, tonerColor } = a;
  return {
    index,
    description: isReported(description) ? description : (b.description ?? description),
    class: kind ?? b.class,
    type: isUnspecific(type) ? (b.type ?? type) : type,
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
/** Two levels that differ by no more than rounding. */
const agree = (a: Supply, b: Supply): boolean =>
  isMeasured(a.percent) && isMeasured(b.percent) && Math.abs(a.percent.value - b.percent.value) <= roundingPercent;

/** The level with the other one as contradicting if they differ by more than rounding. */
function withContradictions(supply: Supply, other: Supply): Supply['percent'] {
  const isFar = isMeasured(other.percent) && !agree(supply, other);
  return isFar && other.coarse !== true ? contradicted(supply.percent, [other.percent.evidence]) : supply.percent;
}

/**
 * No valid level: a state, preferably one caused by a panel or a state reason, with the levels as
 * contradicting.
 */
function toOverruled(a: Supply, b: Supply, condition: Supply['condition']): Supply['percent'] {
  const figures = [a, b]
    .filter(({ percent }) => contradictsCondition(condition, percent))
    .map(({ percent }) => percent.evidence);
  const reason = [a, b].find(({ percent }) => overruling.has(percent.evidence?.rule))?.percent;
  if (reason !== undefined) return contradicted(reason, figures);
  const [first] = figures;
  if (first !== undefined) return { state: 'unknown', evidence: { ...first, rule: 'panelOverLevel' } };
  return pickReading([a.percent, b.percent], () => true) ?? a.percent;
}

/** Rules by which a condition overrides the level. */
const overruling = new Set<EvidenceRule | undefined>(['panelOverLevel', 'stateReason']);
const isReported = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';
