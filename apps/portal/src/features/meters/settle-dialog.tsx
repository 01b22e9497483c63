import type { CloseLine } from '@platen/contract/close-lines';
import { breakCauses } from '@platen/contract/constants';
import { correctionReasons } from '@platen/contract/meter-values';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Choice, FormDialog, TextArea } from '../../editing/form-dialog.tsx';
import { Select } from '../../ui/text-field.tsx';
import type { SettleBody } from './queries.ts';

interface SettleDialogProps {
  readonly lines: readonly CloseLine[];
  readonly mayCorrect: boolean;
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  readonly onSettle: (body: SettleBody) => void;
  readonly onClose: () => void;
}

const actions = ['leaveOut', 'estimate', 'accept', 'takeBack', 'cause'] as const;

/** Settles one line or a selection with one reason (LG-32). */
export function SettleDialog({ lines, mayCorrect, isBusy, problem, onSettle, onClose }: SettleDialogProps) {
  const t = useTranslations('meters.settle');
  const names = useTranslations('meters.actions');
  const causes = useTranslations('ledger.causes');
  const reasons = useTranslations('ledger.corrections.reasons');
  const [action, setAction] = useState<(typeof actions)[number]>('leaveOut');
  const [cause, setCause] = useState<(typeof breakCauses)[number]>('boardExchanged');
  const [reason, setReason] = useState<(typeof correctionReasons)[number]>('agreed');
  const [note, setNote] = useState('');
  const text = note.trim();
  return (
    <FormDialog
      title={t('title', { count: lines.length })}
      submit={t('submit')}
      busy={isBusy}
      problem={problem}
      onSubmit={() =>
        onSettle({ action, reason, ...(action === 'cause' && { cause }), ...(text !== '' && { note: text }) })
      }
      onClose={onClose}
    >
      <Choice
        legend={t('what')}
        value={action}
        onChange={setAction}
        options={actions
          .filter((value) => value !== 'cause' || mayCorrect)
          .map((value) => ({ value, label: value === 'cause' ? t('cause') : names(value) }))}
      />
      {action === 'cause' ? (
        <Select
          label={t('which')}
          value={cause}
          options={breakCauses.map((value) => ({ value, label: causes(value) }))}
          onChange={({ currentTarget }) => setCause(breakCauses.find((one) => one === currentTarget.value) ?? cause)}
        />
      ) : null}
      <Select
        label={t('reason')}
        value={reason}
        options={correctionReasons.map((value) => ({ value, label: reasons(value) }))}
        onChange={({ currentTarget }) =>
          setReason(correctionReasons.find((one) => one === currentTarget.value) ?? reason)
        }
      />
      <TextArea label={t('note')} hint={t('noteHint')} value={note} onChange={setNote} />
    </FormDialog>
  );
}
