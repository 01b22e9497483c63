import { editing } from './en-us/editing.ts';
import { headlines } from './en-us/headlines.ts';
import { planFields, planning } from './en-us/visit-planning.ts';
import { visits } from './en-us/visits.ts';

/** The texts of visits in English; ICU messages. Loaded with that area. */
export const texts = { editing, headlines, planFields, planning, visits } as const;
