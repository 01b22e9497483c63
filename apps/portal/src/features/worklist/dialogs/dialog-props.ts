import type { Condition } from '@platen/contract/worklist-item';
import type { ActionDraft, ActionRequest, AskedAction, ChangedItem } from '../actions.ts';

/** The dialog of an action that asks for something: conditions to tick and the fields of the action. */
export interface ActionDialogProps {
  readonly request: ActionRequest & { readonly action: AskedAction };
  /** The signed-in user's id, where it is known. */
  readonly me: string | undefined;
  /** The action is being sent. */
  readonly busy: boolean;
  readonly onSubmit: (draft: ActionDraft, conditions: readonly Condition[]) => void;
  readonly onClose: () => void;
}

/** Another person changed the conditions meanwhile: both values, and whose counts (GE-06). */
export interface ChangedDialogProps {
  readonly draft: ActionDraft;
  readonly changed: readonly ChangedItem[];
  readonly busy: boolean;
  /** Sends the user's action again, for the versions that the server has. */
  readonly onKeepMine: (draft: ActionDraft, conditions: readonly Condition[]) => void;
  readonly onTakeTheirs: () => void;
}
