import { downloads } from './en-us/downloads.ts';
import { evidence } from './en-us/evidence.ts';
import { headlines } from './en-us/headlines.ts';
import { effects } from './en-us/visit-effects.ts';
import { visitFigures } from './en-us/visit-figures.ts';

/** The texts of what visits brought in English; ICU messages. Loaded with that screen. */
export const texts = { downloads, effects, evidence, headlines, visitFigures } as const;
