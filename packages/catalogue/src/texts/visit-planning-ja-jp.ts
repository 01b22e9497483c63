import { editing } from './ja-jp/editing.ts';
import { headlines } from './ja-jp/headlines.ts';
import { planFields, planning } from './ja-jp/visit-planning.ts';
import type { VisitPlanningTexts } from './types.ts';

/** As `visit-planning-en-us.ts`, in Japanese. */
export const texts: VisitPlanningTexts = { editing, headlines, planFields, planning };
