import { evidence } from './en-us/evidence.ts';
import { effects } from './en-us/visit-effects.ts';

/** The texts of what visits changed in English; ICU messages. Loaded with the first line about it. */
export const texts = { effects, evidence } as const;
