import type { ActionBody } from '@platen/contract/worklist';
import type { Condition, WorklistRow } from '@platen/contract/worklist-item';

type WithoutItems<T> = T extends { readonly items: unknown } ? Omit<T, 'items'> : never;

/** An action with its fields, but without the conditions that it changes. */
export type ActionDraft = Exclude<WithoutItems<ActionBody>, { action: 'undo' }>;

/** Actions whose dialog asks for something first. */
export type AskedAction = 'assign' | 'plan' | 'snooze' | 'resolve' | 'note';

/**
 * What a key or button of a row asks for; `priority`, `weight` and `call` change the row, not its conditions,
 * and `handOver` asks the server what of the rows can go to a ticket system.
 */
export type RowAction = ActionDraft['action'] | 'assignToMe' | 'priority' | 'weight' | 'call' | 'handOver';

/** Actions whose answer to what is allowed does not come with the conditions. */
const ofRow: ReadonlySet<RowAction> = new Set(['priority', 'weight', 'call', 'handOver']);

/** An action that a person has chosen for these conditions. */
export interface ActionRequest {
  readonly action: RowAction;
  /** The rows of the conditions; from the drawer, its row. */
  readonly rows: readonly WorklistRow[];
  /** Conditions that begin with a check mark: the ticked ones, or all of the row that are not resolved. */
  readonly conditions: readonly Condition[];
  /** Further conditions of the same row, not resolved, that a dialog offers without a check mark. */
  readonly others: readonly Condition[];
  /** The conditions by their rows, where they are of several. */
  readonly byRow?: readonly ConditionsOfRow[];
}

/** A row, and which of its conditions an action is for. */
interface ConditionsOfRow {
  readonly row: WorklistRow;
  readonly conditions: readonly Condition[];
}

/** A condition that another person changed while this user acted on it (GE-06). */
export interface ChangedItem {
  /** As the user saw it. */
  readonly before: Condition;
  /** As the server has it. */
  readonly current: Condition;
  /** Name of that person, where it is known. */
  readonly by?: string;
}

/** Whether the answer lets the user do this with a condition (GE-04); others are allowed. */
export function allows({ actions }: Pick<Condition, 'actions'>, action: RowAction): boolean {
  if (actions === undefined || ofRow.has(action)) return true;
  const asked = action === 'assignToMe' ? 'assign' : action;
  return actions.some((one) => one === asked);
}

/** Items of an action, from the conditions that it changes. */
export const toItems = (conditions: readonly Pick<Condition, 'conditionId' | 'version'>[]) =>
  conditions.map(({ conditionId, version }) => ({ conditionId, version }));
