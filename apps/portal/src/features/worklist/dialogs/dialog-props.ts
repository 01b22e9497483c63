import type { Condition, WorklistRow } from '@platen/contract/worklist-item';
import type { ActionDraft, ActionRequest, AskedAction, ChangedItem } from '../actions.ts';

/** The dialog of an action that asks for something: conditions to tick and the fields of the action. */
export interface ActionDialogProps {
  readonly request: ActionRequest & { readonly action: AskedAction };
  /** The signed-in user's id, where it is known. */
  readonly me: string | undefined;
  /** The time zone of the organisation; undefined: not known yet, the viewer's counts. */
  readonly zone: string | undefined;
  /** The action is being sent. */
  readonly busy: boolean;
  /** Why the server refused what was sent. */
  readonly errorCode?: number | undefined;
  /** `further`: rows besides those of the request that have some of the conditions. */
  readonly onSubmit: (draft: ActionDraft, conditions: readonly Condition[], further?: readonly WorklistRow[]) => void;
  readonly onClose: () => void;
}

/** Another person changed the conditions meanwhile: both values, and whose counts (GE-06). */
export interface ChangedDialogProps {
  readonly draft: ActionDraft;
  readonly changed: readonly ChangedItem[];
  readonly busy: boolean;
  /** Why keeping the own values was refused. */
  readonly errorCode?: number | undefined;
  /** Sends the user's action again, for the versions that the server has. */
  readonly onKeepMine: (draft: ActionDraft, conditions: readonly Condition[]) => void;
  readonly onTakeTheirs: () => void;
}
