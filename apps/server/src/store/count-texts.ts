import { createContainedTexts } from '../base/contained-texts.ts';

/** How many devices of a cell contain a text. */
export interface TextCount {
  readonly text: string;
  readonly cell: string;
  readonly devices: number;
}

/** Characters of ASCII, for which a table of numbers is several times as fast as a map. */
const ascii = 128;

interface KnownText {
  /** The last text in which it was found, so that it is counted once in each. */
  seenIn: number;
  readonly byCell: Map<string, number>;
}

/**
 * Counts in how many devices each text of one or two characters is contained, by cell. Characters are code
 * points, as PostgreSQL's are. Deterministic and without I/O: a text may be added and taken out again.
 * `longer`: further texts to count.
 */
export function createTextCounter(longer: readonly string[] = []) {
  const short: (KnownText | undefined)[] = [];
  const known = new Map<string, KnownText>();
  const contained = createContainedTexts(longer);
  const knownLonger: (KnownText | undefined)[] = [];
  let texts = 0;

  const toKnown = (text: string): KnownText => {
    const found = known.get(text) ?? { seenIn: 0, byCell: new Map<string, number>() };
    known.set(text, found);
    return found;
  };
  const count = (one: KnownText, cell: string, devices: number) => {
    if (one.seenIn === texts) return;
    one.seenIn = texts;
    one.byCell.set(cell, (one.byCell.get(cell) ?? 0) + devices);
  };
  const countAscii = (text: string, cell: string, devices: number) => {
    let before = ascii;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      count((short[ascii * ascii + code] ??= toKnown(text.slice(at, at + 1))), cell, devices);
      if (before < ascii) count((short[before * ascii + code] ??= toKnown(text.slice(at - 1, at + 1))), cell, devices);
      before = code;
    }
  };
  const countAny = (text: string, cell: string, devices: number) => {
    let before = '';
    for (const character of text) {
      count(toKnown(character), cell, devices);
      if (before !== '') count(toKnown(before + character), cell, devices);
      before = character;
    }
  };

  return {
    /** `devices`: how many devices of the cell have this text; below 0 for those that lost it. */
    add(text: string, cell: string, devices: number): void {
      texts += 1;
      if (isAscii(text)) countAscii(text, cell, devices);
      else countAny(text, cell, devices);
      contained.forEach(text, (n) => count((knownLonger[n] ??= toKnown(longer[n] ?? '')), cell, devices));
    },
    /** What has been counted, without zeros. */
    *counts(): Generator<TextCount> {
      for (const [text, { byCell }] of known)
        for (const [cell, devices] of byCell) if (devices !== 0) yield { text, cell, devices };
    },
  };
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= ascii) return false;
  return true;
}
