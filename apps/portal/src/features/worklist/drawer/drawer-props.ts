import type { ActionRequest } from '../actions.ts';
import type { Done } from '../outcome.ts';

/** The drawer of one row (WL-59). Keys belong to the list, which moves `rowId`; the drawer stays mounted. */
export interface DrawerProps {
  readonly rowId: string;
  /** Where the row stands in the list, from 1. */
  readonly place?: { readonly rank: number; readonly of: number };
  readonly onClose: () => void;
  readonly onAct: (request: ActionRequest) => void;
  readonly onUndo: (done: Done) => void;
}
