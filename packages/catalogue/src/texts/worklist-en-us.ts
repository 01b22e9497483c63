import { downloads } from './en-us/downloads.ts';
import { headlines } from './en-us/headlines.ts';
import { worklist } from './en-us/worklist.ts';

/** The texts of the worklist in English; ICU messages. Loaded with that area. */
export const texts = { downloads, headlines, worklist } as const;
