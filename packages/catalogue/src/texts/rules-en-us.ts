import { editing } from './en-us/editing.ts';
import { rules } from './en-us/rules.ts';

/** The texts of the rules in English; ICU messages. Loaded with that area. */
export const texts = { editing, rules } as const;
