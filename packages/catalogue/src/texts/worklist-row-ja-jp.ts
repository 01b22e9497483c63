import { editing } from './ja-jp/editing.ts';
import { planFields } from './ja-jp/visit-planning.ts';
import { dialogs } from './ja-jp/worklist-dialogs.ts';
import { drawer } from './ja-jp/worklist-drawer.ts';
import type { WorklistRowTexts } from './types.ts';

/** As `worklist-row-en-us.ts`, in Japanese. */
export const texts: WorklistRowTexts = { dialogs, drawer, editing, planFields };
