import type { Supply } from '@platen/contract/report-sections';
import { matchSupplies, toFamily, toKind } from './match-supplies.ts';
import { contradicted, isMeasured, pickReading } from './pick-reading.ts';

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

function withFreeIndex(joined: readonly Supply[], supply: Supply): Supply {
  const isTaken = joined.some(({ index }) => index === supply.index);
  return isTaken ? { ...supply, index: `+${supply.index}`.slice(0, 64) } : supply;
}

/** Two rows of one supply: `a` goes before `b`. Level, capacity and unit always come from one of them, as only together they mean something. */
function joinSupply(a: Supply, b: Supply): Supply {
  const isBetter = isMeasured(b.percent) && (!isMeasured(a.percent) || (a.coarse === true && b.coarse !== true));
  const [figures, other] = isBetter ? [b, a] : [a, b];
  const percent = isMeasured(figures.percent) || isMeasured(other.percent) ? figures.percent : joinStates(a, b);
  const isFar = other.coarse !== true && differs(figures.percent, other.percent);
  const condition = conditions.find((name) => name === a.condition || name === b.condition);
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
    percent: isFar ? contradicted(percent, [other.percent.evidence]) : percent,
    coarse: figures.coarse,
    condition,
    serial: pickReading([a.serial, b.serial], (left, right) => left.trim() === right.trim()),
  };
}

/** Whether both are figures and further apart than rounding makes them. */
const differs = (a: Supply['percent'], b: Supply['percent']): boolean =>
  isMeasured(a) && isMeasured(b) && Math.abs(a.value - b.value) > roundingPercent;
const joinStates = (a: Supply, b: Supply): Supply['percent'] =>
  pickReading([a.percent, b.percent], () => true) ?? a.percent;
const isSaid = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';
const isOpen = (type: string | undefined): boolean => type === undefined || type === 'other' || type === 'unknown';
