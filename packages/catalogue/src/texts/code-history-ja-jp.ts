import { codeHistory } from './ja-jp/code-history.ts';
import { editing } from './ja-jp/editing.ts';

/** The texts of the history of codes in Japanese; ICU messages. Loaded with it. */
export const texts = { codeHistory, editing } as const;
