import { headlines } from './en-us/headlines.ts';
import { visitPack } from './en-us/visit-pack.ts';

/** The texts of visit packs in English; ICU messages. Loaded with the pack. */
export const texts = { headlines, visitPack } as const;
