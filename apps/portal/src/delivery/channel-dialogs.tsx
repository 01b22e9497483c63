import type { Channel } from '@platen/contract/channels';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ConfirmDialog } from '../editing/form-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/text-field.tsx';
import styles from './delivery.module.css';
import { EditDialog } from './edit-dialog.tsx';
import { useRemoveChannel, useRotateSecret } from './queries.ts';

/** What is open about a channel; without one, a new one is made. */
export type ChannelDialogState =
  | { readonly kind: 'edit'; readonly channel?: Channel }
  | { readonly kind: 'rotate' | 'remove'; readonly channel: Channel }
  | { readonly kind: 'secret'; readonly name: string; readonly secret: string };

interface DialogsProps {
  readonly dialog: ChannelDialogState;
  readonly sendsMail: boolean;
  readonly fallbackId: string | undefined;
  readonly mayManage: boolean;
  readonly onDialog: (dialog: ChannelDialogState | undefined) => void;
}

export function ChannelDialogs({ dialog, onDialog, ...rest }: DialogsProps) {
  const close = () => onDialog(undefined);
  const showSecret = (name: string, secret: string | undefined) =>
    onDialog(secret === undefined ? undefined : { kind: 'secret', name, secret });
  if (dialog.kind === 'secret') return <SecretDialog {...dialog} onClose={close} />;
  if (dialog.kind === 'rotate') return <RotateDialog channel={dialog.channel} onDone={showSecret} onClose={close} />;
  if (dialog.kind === 'remove') return <RemoveDialog channel={dialog.channel} onClose={close} />;
  return <EditDialog channel={dialog.channel} {...rest} onDone={showSecret} onClose={close} />;
}

interface SecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret, the one time that it is shown (DE-25). */
function SecretDialog({ name, secret, onClose }: SecretProps) {
  const t = useTranslations('delivery.secret');
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog
      title={t('title', { name })}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              // Where copying is not allowed, the text is there to be selected.
              navigator.clipboard.writeText(secret).then(
                () => setCopied(true),
                () => setCopied(false),
              );
            }}
          >
            {t(isCopied ? 'copied' : 'copy')}
          </Button>
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <p>{t('once')}</p>
      <code className={styles.secret}>{secret}</code>
    </Dialog>
  );
}

/** Hours for which both secrets sign (DE-26). */
const overlaps = [24, 168, 1, 0];

interface RotateProps {
  readonly channel: Channel;
  readonly onDone: (name: string, secret: string) => void;
  readonly onClose: () => void;
}

function RotateDialog({ channel, onDone, onClose }: RotateProps) {
  const t = useTranslations('delivery.rotate');
  const rotating = useRotateSecret();
  const [hours, setHours] = useState(overlaps[0] ?? 24);
  return (
    <ConfirmDialog
      title={t('title')}
      submit={t('submit')}
      change={rotating}
      onSubmit={() =>
        rotating.mutate(
          { ...channel, overlapHours: hours },
          { onSuccess: ({ secret }) => onDone(channel.name, secret) },
        )
      }
      onClose={onClose}
    >
      <p>{t('text')}</p>
      <Select
        isStacked
        label={t('overlap')}
        value={String(hours)}
        options={overlaps.map((count) => ({
          value: String(count),
          label: count === 0 ? t('noHours') : t('hours', { count }),
        }))}
        onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
      />
    </ConfirmDialog>
  );
}

function RemoveDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const t = useTranslations('delivery.remove');
  const removing = useRemoveChannel();
  return (
    <ConfirmDialog
      title={t('title')}
      submit={t('submit')}
      change={removing}
      onSubmit={() => removing.mutate(channel, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('text', { name: channel.name })}</p>
    </ConfirmDialog>
  );
}
