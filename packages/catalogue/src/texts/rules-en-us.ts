import { editing } from './en-us/editing.ts';
import { headlines } from './en-us/headlines.ts';
import { ruleTrial } from './en-us/rule-trial.ts';
import { rules } from './en-us/rules.ts';

/** The texts of the rules in English; ICU messages. Loaded with that area. */
export const texts = { conditionKinds: headlines.kinds, editing, rules, ruleTrial } as const;
