import type { AlertRule } from '@platen/contract/rules';
import { useTranslations } from 'use-intl/react';
import { ConfirmDialog } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDeleteRule } from '../queries.ts';

interface UntriedProps {
  readonly kind: 'enable' | 'change';
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** The form was not tried on the past: it is taken all the same, which is recorded (AR-12). */
export function UntriedDialog({ kind, busy, error, onSubmit, onClose }: UntriedProps) {
  const t = useTranslations('rules.untried');
  return (
    <ConfirmDialog
      title={t(`${kind}.title`)}
      submit={t(`${kind}.submit`)}
      change={{ isPending: busy, error }}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>{t('why')}</p>
      <p>{t('recorded')}</p>
    </ConfirmDialog>
  );
}

interface RemoveProps {
  readonly rule: AlertRule;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export function RemoveDialog({ rule, onClose, onRemoved }: RemoveProps) {
  const t = useTranslations('rules.remove');
  const removing = useDeleteRule();
  return (
    <ConfirmDialog
      title={t('title')}
      submit={t('submit')}
      change={removing}
      onSubmit={() => removing.mutate(rule, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      <p>{t('text', { name: rule.form.name })}</p>
    </ConfirmDialog>
  );
}

/** There are changes that are not saved. */
export function LeaveDialog({ onDecide }: { readonly onDecide: (leaves: boolean) => void }) {
  const t = useTranslations('rules.leave');
  return (
    <Dialog
      title={t('title')}
      size="narrow"
      onClose={() => onDecide(false)}
      footer={
        <>
          <Button onClick={() => onDecide(true)}>{t('go')}</Button>
          <Button variant="primary" data-autofocus="" onClick={() => onDecide(false)}>
            {t('stay')}
          </Button>
        </>
      }
    >
      <p>{t('text')}</p>
    </Dialog>
  );
}
