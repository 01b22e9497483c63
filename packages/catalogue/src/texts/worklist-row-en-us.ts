import { editing } from './en-us/editing.ts';
import { planFields } from './en-us/visit-planning.ts';
import { dialogs } from './en-us/worklist-dialogs.ts';
import { drawer } from './en-us/worklist-drawer.ts';

/** The texts of an opened row and of the dialogs of the worklist in English; loaded with them. */
export const texts = { dialogs, drawer, editing, planFields } as const;
