import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl/react';
import { showError } from '../../platform/errors.ts';
import { toErrorState } from '../../platform/failure.ts';
import { logError } from '../../platform/log.ts';
import { useArea } from '../../platform/state.ts';
import { startSession } from '../../session/session.ts';
import { signInArea } from '../../session/session-areas.ts';
import { invitationKey } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';

/**
 * Starts the sign-in at once (RT-02, OQ-11). Shows the step, and the failure where it cannot continue by
 * itself (OQ-13).
 */
export function LoginScreen() {
  const t = useTranslations('session');
  const { searchkey, invitation } = useSearch({ from: '/login' });
  const phase = useArea(signInArea);
  const start = (isAsked: boolean) => {
    startSession(searchkey ?? null, isAsked).catch((thrown: unknown) => logError('the sign-in did not start', thrown));
    // Starting forgets what this tab has of a user.
    if (invitation !== undefined) sessionStorage.setItem(invitationKey, invitation);
  };
  useEffect(() => {
    start(false);
    // The start belongs to the arrival at this screen, once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (phase === 'stopped') showError(toErrorState(101000));
  }, [phase]);
  if (phase === 'insecure') return <Progress text={t('insecure')} isFailed />;
  if (phase === 'working') return <Progress text={t('redirecting')} />;
  return (
    <Progress text={t(phase === 'stopped' ? 'failedRepeatedly' : 'providerUnreachable')} isFailed>
      <Button variant="primary" onClick={() => start(true)}>
        {t('signIn')}
      </Button>
    </Progress>
  );
}
