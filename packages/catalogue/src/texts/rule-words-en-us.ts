import { ruleWords } from './en-us/rule-words.ts';

/** The words in which a rule is described, in English; loaded where a rule is shown. */
export const texts = { ruleWords } as const;
