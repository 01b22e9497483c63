import { editing } from './en-us/editing.ts';
import { headlines } from './en-us/headlines.ts';
import { planFields, planning } from './en-us/visit-planning.ts';

/** The texts of the dialog that plans and changes a visit in English; loaded with it. */
export const texts = { editing, headlines, planFields, planning } as const;
