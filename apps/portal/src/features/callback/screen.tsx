import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { showError } from '../../platform/errors.ts';
import { logError } from '../../platform/log.ts';
import { checkTerms, finishSignIn, type InvitationRefusal } from '../../session/callback-flow.ts';
import { fetchOwnSettings } from '../../session/own-settings.ts';
import { openReturnTarget } from '../../session/session-areas.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { Progress } from '../../ui/progress.tsx';

type Phase = 'completing' | 'checkingTerms' | 'termsFailed';

const RefusedInvitation = later(async () => (await import('./refused-invitation.tsx')).default, <Completing />);

function start(work: () => Promise<void>): void {
  work().catch((thrown: unknown) => logError('the sign-in broke off', thrown));
}

/**
 * Finishes the sign-in (RT-04): code to tokens, login time, terms check, then the saved target
 * (AU-07..AU-13).
 */
export function CallbackScreen() {
  const t = useTranslations('session');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const router = useRouter();
  const [phase, setPhase] = useState<Phase>('completing');
  const [refusal, setRefusal] = useState<InvitationRefusal>();
  const isStarted = useRef(false);

  const check = useCallback(async () => {
    setPhase('checkingTerms');
    const outcome = await checkTerms();
    if (outcome.kind === 'failed') {
      setPhase('termsFailed');
      showError(outcome.error);
    } else if (outcome.kind === 'toAgree') {
      await navigate({ to: '/termsofuse', replace: true });
    } else {
      const isOther = await fetchOwnSettings();
      await openReturnTarget(router);
      if (isOther) environment().leave(window.location.href);
    }
  }, [navigate, router]);

  const run = useCallback(async () => {
    const outcome = await finishSignIn(window.location.href);
    // Any failure leads to the device list (AU-13), whose guard begins again unless the loop guard stops it
    // (OQ-13).
    if (typeof outcome === 'object') setRefusal(outcome);
    else if (outcome === 'failed') await navigate({ to: '/devicelist', replace: true });
    else await check();
  }, [navigate, check]);

  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    start(run);
  }, [run]);

  if (refusal !== undefined) return <RefusedInvitation refusal={refusal} />;
  if (phase !== 'termsFailed') return <Progress text={t(phase)} />;
  return (
    <Progress text={t('termsFailed')} isFailed>
      <Button variant="primary" onClick={() => start(check)}>
        {common('retry')}
      </Button>
    </Progress>
  );
}

function Completing() {
  const t = useTranslations('session');
  return <Progress text={t('completing')} />;
}
