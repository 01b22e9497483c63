import type { Supply, TonerColor } from '@platen/contract/report-sections';
import { toFamily } from '../merge/match-supplies.ts';
import { colorsIn } from '../toner-color.ts';

/** What a message is about: toner or ink, or another part, as `toFamily` names it. */
export type Family = 'colour' | 'waste' | 'drum' | 'developer' | 'fuser' | 'transferUnit';

/**
 * The one supply that is meant by a family and what is said of its colour. Undefined when several could be meant:
 * then nothing is said of any, as the wrong one would be ordered.
 */
export function findMeant(supplies: readonly Supply[], family: Family, words: string): number | undefined {
  const places = supplies.flatMap((supply, place) => (toFamily(supply) === family ? [place] : []));
  const colors = colorsIn(words);
  const [color] = colors;
  if (colors.length > 1) return undefined;
  if (color === undefined) return only(places);
  const own = places.filter((place) => colorOf(supplies[place]) === color);
  // A machine with one toner may name its colour where the table does not.
  const sole = places.length === 1 && places.every((place) => colorOf(supplies[place]) === undefined);
  return only(sole ? places : own);
}

/** A drum's colour is in its words only. */
function colorOf(supply: Supply | undefined): TonerColor | undefined {
  if (supply?.tonerColor !== undefined) return supply.tonerColor;
  const colors = colorsIn(`${supply?.description ?? ''} ${supply?.colorant ?? ''}`);
  return colors.length === 1 ? colors[0] : undefined;
}

const only = (places: readonly number[]): number | undefined => (places.length === 1 ? places[0] : undefined);
