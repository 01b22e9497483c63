import { editing } from './ja-jp/editing.ts';
import { headlines } from './ja-jp/headlines.ts';
import { ruleTrial } from './ja-jp/rule-trial.ts';
import { rules } from './ja-jp/rules.ts';

/** The texts of the rules in Japanese; ICU messages. Loaded with that area. */
export const texts = { conditionKinds: headlines.kinds, editing, rules, ruleTrial } as const;
