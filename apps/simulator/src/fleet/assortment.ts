import { type Family, families } from '@platen/catalogue/families/families';
import { modelsOf } from '@platen/catalogue/families/models';
import { Random } from './random.ts';

/** A model that a dealer sells. */
interface Sold {
  readonly family: Family;
  readonly model: string;
  /** Share of the dealer's devices. */
  readonly share: number;
}

/** Models that a dealer sells, the best-selling first, and their shares of what is installed. */
const shares = [0.3, 0.24, 0.17, 0.13, 0.1, 0.06] as const;
/**
 * Families that sell best everywhere, four in colour and two in black, and how many of those a dealer has.
 */
const popularFamilies = { color: 4, black: 2 };
const popularOfDealer = 4;

const made = new Map<string, readonly Sold[]>();

/**
 * Six models that a dealer sells, of four or five families: most of them of the few families that sell well
 * everywhere, as dealers of one maker largely sell the same machines (docs/decisions/0229). Depends on the
 * seed and the dealer.
 */
function assortmentOf(seed: string, dealer: string): readonly Sold[] {
  const key = `${seed}/${dealer}`;
  const found = made.get(key);
  if (found !== undefined) return found;
  const order = shuffled(families, new Random(seed, 'popular families'));
  const random = new Random(seed, 'assortment', dealer);
  const best = [
    ...order.filter(({ color }) => color).slice(0, popularFamilies.color),
    ...order.filter(({ color }) => !color).slice(0, popularFamilies.black),
  ];
  const others = order.filter((family) => !best.includes(family));
  const chosen = [...shuffled(best, random).slice(0, popularOfDealer), random.pick(others)];
  const used = new Set<string>();
  const sold = shares.map((share, place) => {
    const family = chosen[place % chosen.length] ?? random.pick(families);
    const models = modelsOf(family.code).filter((model) => !used.has(model));
    const model = random.pick(models.length > 0 ? models : modelsOf(family.code));
    used.add(model);
    return { family, model, share };
  });
  made.set(key, sold);
  return sold;
}

/** What device `index` is, out of what its dealer sells. */
export function drawModel(seed: string, index: number, dealer: string): Pick<Sold, 'family' | 'model'> {
  const random = new Random(seed, 'model', index);
  let left = random.next();
  const sold = assortmentOf(seed, dealer);
  return sold.find(({ share }) => (left -= share) < 0) ?? random.pick(sold);
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
