import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { sessionPhaseArea } from '../../session/session-areas.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before unsaved thresholds are left behind, by a link, a step back or the closing of the page. */
export function LeaveDialog({ code, isDirty }: { code: string; isDirty: boolean }) {
  const t = useTranslations('codeSettings.leave');
  // A session that is being closed is not held up.
  const isHeld = () => isDirty && sessionPhaseArea.get() === 'idle';
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isHeld() && current.pathname !== next.pathname,
    enableBeforeUnload: isHeld,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      title={t('title')}
      role="alertdialog"
      size="narrow"
      onClose={blocker.reset}
      footer={
        <>
          <Button onClick={blocker.proceed}>{t('discard')}</Button>
          <Button variant="primary" onClick={blocker.reset} data-autofocus>
            {t('stay')}
          </Button>
        </>
      }
    >
      <p>{t('body', { code })}</p>
    </Dialog>
  );
}
