import type { DeviceReport } from '@platen/contract/report';
import type { SaidSection } from './to-said.ts';

/** Sections in which nothing depends on the time of the report, and which many devices, or one every day, tell in the same words. */
const names = [
  'identity',
  'source',
  'site',
  'status',
  'supplies',
  'inputs',
  'covers',
  'firmware',
  'network',
  'options',
  'codes',
  'storage',
] as const satisfies readonly (keyof DeviceReport)[];

/** Characters of one section that are remembered, twice over, by each thread. */
export const rememberedCharacters = 125_000;

/**
 * What was read of a text and found right. Two generations: what is asked for stays, what nobody asked for while the newer
 * one filled is forgotten.
 */
export class KnownTexts {
  #newer = new Map<string, SaidSection>();
  #older = new Map<string, SaidSection>();
  #size = 0;

  find(text: string): SaidSection | undefined {
    const found = this.#newer.get(text);
    if (found !== undefined) return found;
    const old = this.#older.get(text);
    if (old !== undefined) this.keep(text, old);
    return old;
  }

  keep(text: string, section: SaidSection): void {
    if (this.#size > rememberedCharacters) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#size = 0;
    }
    this.#newer.set(text, section);
    this.#size += text.length;
  }
}

/** By the name of the section; undefined of those that are read anew each time. */
export const knownSections: ReadonlyMap<string, KnownTexts> = new Map(names.map((name) => [name, new KnownTexts()]));
