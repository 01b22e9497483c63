import { ruleWords } from './ja-jp/rule-words.ts';

/** The words in which a rule is described, in Japanese; loaded where a rule is shown. */
export const texts = { ruleWords } as const;
