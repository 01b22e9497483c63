import type { WorklistDetail } from '@platen/contract/worklist';
import { version, type WorklistRow, worklistRow } from '@platen/contract/worklist-item';
import { longestByHandDays, priorities } from '@platen/contract/worklist-names';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import * as z from 'zod/mini';
import { type Conflict, toConflict } from '../../../editing/conflict.ts';
import { ConflictDialog } from '../../../editing/conflict-dialog.tsx';
import { Choice, FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { dayAfter, dayIn, isBetween, morningOf } from '../days.ts';
import { useSetPriority, useSetWeight } from '../mutations.ts';
import { RowTexts } from '../row-texts.tsx';

interface Closable {
  /** Also called once the change is done. */
  readonly onClose: () => void;
}
/** `zone`: of the organisation; undefined: not known yet. */
type PriorityProps = Closable & { readonly row: WorklistRow; readonly zone: string | undefined };
type WeightProps = Closable & { readonly rowId: string; readonly weight: WorklistDetail['use']['weight'] };

/** Sets the class of a row by hand, or takes it back (WL-52). */
export const PriorityDialog = (props: PriorityProps) => (
  <RowTexts>
    <PriorityForm {...props} />
  </RowTexts>
);
/** Gives a device a weight by hand (WL-48). */
export const WeightDialog = (props: WeightProps) => (
  <RowTexts>
    <WeightForm {...props} />
  </RowTexts>
);

const changedRow = z.object({ row: worklistRow });
const changedWeight = z.object({ weight: z.nullable(z.object({ factor: z.number(), version })) });

function PriorityForm({ row, zone, onClose }: PriorityProps) {
  const t = useTranslations('dialogs');
  const [conflict, setConflict] = useState<Conflict<z.output<typeof changedRow>>>();
  const { mutate, isPending, error, variables } = useSetPriority(row.rowId);
  const refusal = useRefusal(error);
  const [today] = useState(() => dayIn(zone, new Date()));
  const [first, last] = [dayAfter(today, 1), dayAfter(today, longestByHandDays - 1)];
  const [priority, setPriority] = useState(row.priority);
  const [day, setDay] = useState(last);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const computed = row.byHand?.computed ?? row.priority;
  const known = row.byHand?.version === undefined ? {} : { version: row.byHand.version };
  const ends = { onSuccess: onClose, onError: (thrown: Error) => setConflict(toConflict(thrown, changedRow)) };
  const send = () => {
    const isDay = isBetween(day, first, last);
    if (!isDay) return setProblem(t('priority.untilNeeded', { days: longestByHandDays }));
    if (reason.trim() === '') return setProblem(t('priority.reasonNeeded'));
    setProblem(undefined);
    mutate({ priority, until: morningOf(day, zone).toISOString(), reason: reason.trim(), ...known }, ends);
  };
  if (conflict !== undefined && variables !== undefined) {
    const theirs = conflict.current.row;
    const versionNow = theirs.byHand?.version;
    const mine = variables.priority ?? computed;
    return (
      <ConflictDialog
        tables={[
          {
            id: row.rowId,
            caption: t('priority.title'),
            by: conflict.by,
            rows: [{ label: t('priority.legend'), before: row.priority, mine, theirs: theirs.priority }],
          },
        ]}
        busy={isPending}
        problem={refusal}
        onKeepMine={() => {
          const { version: _former, ...change } = variables;
          mutate({ ...change, ...(versionNow === undefined ? {} : { version: versionNow }) }, ends);
        }}
        onTakeTheirs={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('priority.title')}
      submit={t('priority.submit')}
      busy={isPending}
      problem={problem ?? refusal}
      onSubmit={send}
      onClose={onClose}
      aside={
        row.byHand === null ? undefined : (
          <Button busy={isPending} onClick={() => mutate({ priority: null, ...known }, ends)}>
            {t('priority.back')}
          </Button>
        )
      }
    >
      <Choice
        legend={t('priority.legend')}
        hideLegend
        value={priority}
        onChange={setPriority}
        options={priorities.map((value) => ({
          value,
          label: value,
          ...(value === computed ? { note: t('priority.computed') } : {}),
        }))}
      />
      <TextField
        required
        label={t('priority.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <TextField
        type="date"
        required
        label={t('priority.until')}
        hint={t('priority.hint', { days: longestByHandDays })}
        min={first}
        max={last}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </FormDialog>
  );
}

const weights = { lower: 0.25, upper: 4 };

function WeightForm({ rowId, weight, onClose }: WeightProps) {
  const t = useTranslations('dialogs');
  const [conflict, setConflict] = useState<Conflict<z.output<typeof changedWeight>>>();
  const { mutate, isPending, error, variables } = useSetWeight(rowId);
  const refusal = useRefusal(error);
  const [typed, setTyped] = useState(String(weight?.factor ?? 1));
  const [reason, setReason] = useState(weight?.reason ?? '');
  const [problem, setProblem] = useState<string>();
  const known = weight === null ? {} : { version: weight.version };
  const ends = { onSuccess: onClose, onError: (thrown: Error) => setConflict(toConflict(thrown, changedWeight)) };
  const send = () => {
    const factor = Number(typed.trim().replace(',', '.'));
    if (!(factor >= weights.lower && factor <= weights.upper)) return setProblem(t('weight.factorNeeded'));
    if (reason.trim() === '') return setProblem(t('weight.reasonNeeded'));
    setProblem(undefined);
    mutate({ weight: factor, reason: reason.trim(), ...known }, ends);
  };
  if (conflict !== undefined && variables !== undefined) {
    const theirs = conflict.current.weight;
    const write = (factor: number | null | undefined) => String(factor ?? 1);
    return (
      <ConflictDialog
        tables={[
          {
            id: rowId,
            caption: t('weight.title'),
            by: conflict.by,
            rows: [
              {
                label: t('weight.factor'),
                before: write(weight?.factor),
                mine: write(variables.weight),
                theirs: write(theirs?.factor),
              },
            ],
          },
        ]}
        busy={isPending}
        problem={refusal}
        onKeepMine={() => {
          const { version: _former, ...change } = variables;
          mutate({ ...change, ...(theirs === null ? {} : { version: theirs.version }) }, ends);
        }}
        onTakeTheirs={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('weight.title')}
      submit={t('weight.submit')}
      busy={isPending}
      problem={problem ?? refusal}
      onSubmit={send}
      onClose={onClose}
      aside={
        weight === null ? undefined : (
          <Button busy={isPending} onClick={() => mutate({ weight: null, ...known }, ends)}>
            {t('weight.back')}
          </Button>
        )
      }
    >
      <TextField
        required
        label={t('weight.factor')}
        hint={t('weight.hint')}
        inputMode="decimal"
        data-autofocus=""
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <TextField
        required
        label={t('weight.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
