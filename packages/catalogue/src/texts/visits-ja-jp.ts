import { editing } from './ja-jp/editing.ts';
import { headlines } from './ja-jp/headlines.ts';
import { planFields, planning } from './ja-jp/visit-planning.ts';
import { visits } from './ja-jp/visits.ts';
import type { VisitsTexts } from './types.ts';

/** As `visits-en-us.ts`, in Japanese. */
export const texts: VisitsTexts = { editing, headlines, planFields, planning, visits };
