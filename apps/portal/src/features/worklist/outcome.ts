import type { ActionsResult, Job } from '@platen/contract/jobs';
import type { ActionBody, ActionResult } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { itemCodes, undoableActions } from '@platen/contract/worklist-names';
import type { ActionDraft } from './actions.ts';

/** What became of the last action. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly action: ActionBody['action'];
      /** With `undo`: the action that was taken back. */
      readonly of?: ActionDraft['action'];
      readonly done: number;
      /** Conditions that were not changed, each with its application code. */
      readonly failed: readonly FailedItem[];
      /** Of a job that failed: conditions that were not tried, and why. */
      readonly stopped?: { readonly count: number; readonly errorCode: number };
      /** Takes it back; undefined where nothing was done. */
      readonly undo: (() => void) | undefined;
    }
  /** Conditions that went to a ticket system (TK-03). */
  | { readonly kind: 'handedOver'; readonly count: number }
  | { readonly kind: 'tooMany' | 'copied' | 'copyFailed' | 'notUndoable' }
  | { readonly kind: 'failed'; readonly errorCode: number };

interface FailedItem {
  readonly conditionId: string;
  /** Undefined: nothing of it may be seen. */
  readonly condition: Condition | undefined;
  readonly code: number;
  /** Of a job: the device. */
  readonly serial?: string | null | undefined;
}

/** An action that was done, with the versions that the conditions have since then. */
export interface Done {
  readonly actionId: string;
  readonly action: ActionDraft['action'];
  readonly conditions: readonly Pick<Condition, 'conditionId' | 'version'>[];
  readonly rowIds: readonly string[];
}

export const isUndoable = (action: string): boolean => undoableActions.some((one) => one === action);

/** The conditions that were changed, as they are now. */
export const toDone = (results: ActionResult['results'], conditions: readonly Condition[]): readonly Condition[] =>
  results.flatMap(({ conditionId, code, current }) => {
    const before = conditions.find((one) => one.conditionId === conditionId);
    if (code !== itemCodes.done || before === undefined) return [];
    return current ?? { ...before, version: before.version + 1 };
  });

type Result = Pick<FailedItem, 'conditionId' | 'code' | 'serial'> & { readonly current?: Condition | undefined };

/** `before`: conditions as they were, as far as they are known. */
export function toOutcome(
  results: readonly Result[],
  action: ActionBody['action'],
  undo: (() => void) | undefined,
  before: readonly Condition[] = [],
): Extract<Outcome, { kind: 'done' }> {
  const failed = results.flatMap(({ conditionId, code, serial, current }) => {
    const condition = before.find((one) => one.conditionId === conditionId) ?? current;
    return code === itemCodes.done ? [] : [{ conditionId, code, serial, condition }];
  });
  return { kind: 'done', action, done: results.length - failed.length, failed, undo };
}

/** What came of a job, in the form of an action that is answered at once; `done`: for taking it back. */
export function toEnded(
  { total }: Job,
  { action, of, actionId, results }: ActionsResult,
  errorCode: number | undefined,
): { readonly outcome: Extract<Outcome, { kind: 'done' }>; readonly done: Done | undefined } {
  const conditions = results.flatMap(({ conditionId, version }) =>
    version === undefined ? [] : [{ conditionId, version }],
  );
  return {
    outcome: {
      ...toOutcome(results, action, undefined),
      ...(of === undefined || of === 'undo' ? {} : { of }),
      ...(errorCode === undefined ? {} : { stopped: { count: total - results.length, errorCode } }),
    },
    done: action === 'undo' || conditions.length === 0 ? undefined : { actionId, action, conditions, rowIds: [] },
  };
}
