import { codeHistory } from './en-us/code-history.ts';
import { editing } from './en-us/editing.ts';

/** The texts of the history of codes in English; ICU messages. Loaded with it. */
export const texts = { codeHistory, editing } as const;
