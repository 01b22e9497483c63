import { setImmediate } from 'node:timers/promises';

/** With fewer characters a text is counted anyway (0730). */
const shortest = 3;
/** Longer ones are seldom typed to the end before something is found. */
const longest = 24;
/** Places looked at in one go, while calls of users wait for the process. */
const placesAtOnce = 20_000;

const letter = /[\p{L}\p{N}]/u;
const inWord = /^[\p{L}\p{N}]+$/u;
const isInPair = (code: number) => code >= 0xd8_00 && code <= 0xdf_ff;

interface Place {
  /** Index of the device. */
  readonly of: number;
  readonly text: string;
  readonly from: number;
  /** A word begins here: what is typed from here on may reach into the words that follow. */
  readonly isBegin: boolean;
}

/**
 * How many of the devices have each part of a text that more than `least` of them have and that people would
 * type: part of a word, or of several words of a field from the beginning of the first; 3 to 24 characters,
 * with a letter or a digit at both ends. Length by length: what is rare is not looked at with one character
 * more. `devices`: the texts of each.
 */
export async function findCommonParts(
  devices: readonly (readonly string[])[],
  least: number,
): Promise<Map<string, number>> {
  const common = new Map<string, number>();
  let places = devices.flatMap((texts, of) => texts.flatMap((text) => [...toPlaces(text, of)]));
  for (let length = shortest; length <= longest && places.length > 0; length++) {
    const found = new Map<string, { devices: number; latest: number }>();
    const there: Place[] = [];
    for (const [n, place] of places.entries()) {
      if (n % placesAtOnce === 0) await setImmediate();
      const part = toPart(place, length);
      if (part === undefined) continue;
      there.push(place);
      const known = found.get(part);
      if (known === undefined) found.set(part, { devices: 1, latest: place.of });
      else if (known.latest !== place.of) {
        known.devices += 1;
        known.latest = place.of;
      }
    }
    for (const [part, { devices: number }] of found)
      if (number > least && letter.test(part.at(-1) ?? '')) common.set(part, number);
    places = there.filter((place) => (found.get(toPart(place, length) ?? '')?.devices ?? 0) > least);
  }
  return common;
}

function* toPlaces(text: string, of: number): Generator<Place> {
  let isBegin = true;
  for (let from = 0; from + shortest <= text.length; from++) {
    const isLetter = letter.test(text.charAt(from));
    if (isLetter && (isBegin || inWord.test(text.slice(from, from + shortest)))) yield { of, text, from, isBegin };
    isBegin = !isLetter;
  }
}

/** Undefined: the text or the word ends before, or there is a character beyond the basic plane. */
function toPart({ text, from, isBegin }: Place, length: number): string | undefined {
  const to = from + length;
  if (to > text.length || isInPair(text.charCodeAt(to - 1))) return undefined;
  if (!isBegin && !letter.test(text.charAt(to - 1))) return undefined;
  return text.slice(from, to);
}
