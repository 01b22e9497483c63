import { minuteMs } from '@platen/contract/constants';
import { undoMinutes } from '@platen/contract/worklist-names';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EndedJob } from '../../jobs/job-line.tsx';
import { reportThrown } from '../../platform/errors.ts';
import { noError, toStateOf } from '../../platform/failure.ts';
import { toItems } from './actions.ts';
import { forgetWorklist, sendUndo } from './mutations.ts';
import { type Done, isUndoable, type Outcome, toEnded, toOutcome } from './outcome.ts';
import { toUnknown, type usePending } from './use-pending.ts';

/**
 * What became of the last action, or the job that carries it out, and the way back (WL-42). `onDone` gets the
 * rows that were changed, and those of them with nothing left undone.
 */
export function useOutcome(
  { track, runningOf }: Pick<ReturnType<typeof usePending>, 'track' | 'runningOf'>,
  onDone: (rowIds: readonly string[], allDone: readonly string[]) => void,
) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [asked, setAsked] = useState<string>();
  /** Marks the job as seen whose outcome was shown last. */
  const dismiss = useRef<() => void>(undefined);
  const undoable = useRef<readonly (Done & { readonly until: number })[]>([]);

  const fail = (thrown: unknown) => {
    reportThrown(thrown);
    setOutcome({ kind: 'failed', errorCode: toStateOf(thrown).errorCode });
  };
  const forgetJob = () => {
    dismiss.current?.();
    dismiss.current = undefined;
  };
  /** Shows how far a job is instead of what became of the last action. */
  const follow = (jobId: string) => {
    setOutcome(undefined);
    setAsked(jobId);
  };

  /** Takes an action back. */
  const takeBack = ({ actionId, action, conditions, rowIds }: Done) => {
    const ids = new Set(conditions.map(({ conditionId }) => conditionId));
    undoable.current = undoable.current.flatMap((one) => {
      const left = one.conditions.filter(({ conditionId }) => one.actionId !== actionId || !ids.has(conditionId));
      return left.length === 0 ? [] : { ...one, conditions: left };
    });
    return track(toUnknown(rowIds), async () => {
      try {
        const taken = await sendUndo({ actionId, items: toItems(conditions) });
        forgetJob();
        if ('jobId' in taken) follow(taken.jobId);
        else setOutcome({ ...toOutcome(taken.results, 'undo', undefined), of: action });
        onDone(rowIds, []);
      } catch (thrown) {
        fail(thrown);
      }
    });
  };
  /** Takes the last action back, and with the next press the one before it. */
  const undoLast = async () => {
    await Promise.allSettled(runningOf());
    const last = undoable.current.at(-1);
    if (last === undefined) return;
    const isLate = isPast(last.until);
    if (!isLate && isUndoable(last.action)) return await takeBack(last);
    undoable.current = undoable.current.slice(0, -1);
    // What was done before it stays, too: only the next press means that.
    if (!isLate) setOutcome({ kind: 'notUndoable' });
  };
  const undo = () => void undoLast();
  /** Remembers an action for taking it back; answers how, undefined where nothing can be taken back. */
  const remember = (done: Done | undefined, until: number): (() => void) | undefined => {
    if (done === undefined || done.conditions.length === 0 || isPast(until)) return undefined;
    undoable.current = [...undoable.current, { ...done, until }];
    return isUndoable(done.action) ? undo : undefined;
  };

  return {
    outcome,
    setOutcome,
    fail,
    /** The job that was asked for last. */
    asked,
    follow,
    undo,
    takeBack: (done: Done) => void takeBack(done),
    remember,
    close: () => {
      forgetJob();
      setOutcome(undefined);
    },
    /** Shows what came of a job, in the same form as what is answered at once. */
    endJob: ({ job, result, errorCode, dismiss: noteSeen }: EndedJob) => {
      dismiss.current = noteSeen;
      void forgetWorklist(client);
      if (result?.kind !== 'worklistActions')
        return setOutcome({ kind: 'failed', errorCode: errorCode ?? noError.errorCode });
      const { outcome: shown, done } = toEnded(job, result, errorCode);
      const until = Date.parse(job.finishedAt ?? job.askedAt) + undoMinutes * minuteMs;
      setOutcome({ ...shown, undo: remember(done, until) });
    },
  };
}

const isPast = (instant: number): boolean => instant < Date.now();
