import { editing } from './ja-jp/editing.ts';
import { rules } from './ja-jp/rules.ts';

/** The texts of the rules in Japanese; ICU messages. Loaded with that area. */
export const texts = { editing, rules } as const;
