import type { Supply } from '@platen/contract/report-sections';
import { isUnspecific } from '../toner-color.ts';

/** The kind of a supply, coarse enough that two sources agree on it: toner or ink, or the part. */
const families: Readonly<Record<string, string>> = {
  toner: 'colour',
  tonerCartridge: 'colour',
  ink: 'colour',
  inkCartridge: 'colour',
  inkRibbon: 'colour',
  solidWax: 'colour',
  ribbonWax: 'colour',
  matteToner: 'colour',
  matteInk: 'colour',
  wasteToner: 'waste',
  wasteInk: 'waste',
  wasteWax: 'waste',
  wasteWater: 'waste',
  opc: 'drum',
  fuserOil: 'fuser',
  fuserOiler: 'fuser',
  fuserOilWick: 'fuser',
  fuserCleaningPad: 'fuser',
};

/** Words in a description, for a supply with an unspecific type. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/waste|collect|rest(toner|tinte)|廃/, 'waste'],
  [/drum|trommel|tambour|photoconductor|imaging unit|\bopc\b|ドラム/, 'drum'],
  [/fus(er|ing)|fixier|定着/, 'fuser'],
  [/transfer|belt|転写/, 'transferUnit'],
  [/developer|entwickler|現像/, 'developer'],
  [/stapl|heft/, 'staples'],
  [/toner|\bink\b|tinte|cartridge|トナー|インク/, 'colour'],
];

export function toFamily(supply: Supply): string | undefined {
  if (supply.class === 'receptacleThatIsFilled') return 'waste';
  if (supply.tonerColor !== undefined) return 'colour';
  const { type } = supply;
  if (type !== undefined && !isUnspecific(type)) return families[type] ?? type;
  const text = supply.description?.toLowerCase() ?? '';
  return patterns.find(([pattern]) => pattern.test(text))?.[1];
}

/** The kind of a supply: its family and, for toner and ink, the colour. Undefined if it is unknown. */
export function toKind(supply: Supply): string | undefined {
  const family = toFamily(supply);
  return family === undefined ? undefined : `${family} ${supply.tonerColor ?? ''}`;
}

const toText = (supply: Supply): string =>
  (supply.description ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * For each of `others` the index in `base` of the same supply; undefined if there is none or it is ambiguous.
 * In this order: same index and not another kind (only with `sharesIndex`: both number the rows of one
 * table); same description; the only one of its kind on both sides; equal numbers of the kind on both sides,
 * in order. No index is used twice.
 */
export function matchSupplies(
  base: readonly Supply[],
  others: readonly Supply[],
  sharesIndex: boolean,
): (number | undefined)[] {
  const matched: (number | undefined)[] = others.map(() => undefined);
  const taken = new Set<number>();
  const assign = (find: (other: Supply) => number): void => {
    for (const [position, other] of others.entries()) {
      if (matched[position] !== undefined) continue;
      const found = find(other);
      if (found < 0 || taken.has(found)) continue;
      matched[position] = found;
      taken.add(found);
    }
  };
  if (sharesIndex) assign((other) => base.findIndex((item) => item.index === other.index && isPossible(item, other)));
  assign((other) => {
    const text = toText(other);
    return text === ''
      ? -1
      : onlyIndex(base, (item, i) => !taken.has(i) && toText(item) === text && isPossible(item, other));
  });
  const kinds = new Set(others.flatMap((other) => toKind(other) ?? []));
  for (const kind of kinds) {
    const left = base.flatMap((item, i) => (!taken.has(i) && toKind(item) === kind ? [i] : []));
    const right = others.flatMap((item, i) => (matched[i] === undefined && toKind(item) === kind ? [i] : []));
    if (left.length !== right.length) continue;
    for (const [turn, position] of right.entries()) {
      matched[position] = left[turn];
      if (left[turn] !== undefined) taken.add(left[turn]);
    }
  }
  return matched;
}

/** Two supplies of clearly different kinds never match. */
function isPossible(a: Supply, b: Supply): boolean {
  const [left, right] = [toFamily(a), toFamily(b)];
  if (left !== undefined && right !== undefined && left !== right) return false;
  return a.tonerColor === undefined || b.tonerColor === undefined || a.tonerColor === b.tonerColor;
}

/** The only index that fits; -1 if there are none or several. */
function onlyIndex<T>(items: readonly T[], fits: (item: T, position: number) => boolean): number {
  const positions = items.flatMap((item, position) => (fits(item, position) ? [position] : []));
  return positions.length === 1 ? (positions[0] ?? -1) : -1;
}
