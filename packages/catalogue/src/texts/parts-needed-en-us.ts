import { downloads } from './en-us/downloads.ts';
import { partsNeeded } from './en-us/parts-needed.ts';

/** The texts of the screen about needed parts in English; ICU messages. Loaded with that screen. */
export const texts = { downloads, partsNeeded } as const;
