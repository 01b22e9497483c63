import type { InvitationTexts } from '@platen/catalogue/texts/types';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { lazyTexts } from '../../platform/load-once.ts';
import { logError } from '../../platform/log.ts';
import type { InvitationRefusal } from '../../session/callback-flow.ts';
import { signInForInvitation } from '../../session/session.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';

const loadTexts = lazyTexts<InvitationTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/invitation-ja-jp')
    : import('@platen/catalogue/texts/invitation-en-us'),
);

/** Why an invitation was refused, by the code of the refusal. */
const reasons: Readonly<Record<number, 'ended' | 'mail'>> = { 204001: 'ended', 204002: 'ended', 202003: 'mail' };

/**
 * The invitation of the link was refused: why, and the way on. Where it is for another person than the one
 * signed in at the identity provider, that sign-in can be ended first (OA-11).
 */
export default function RefusedInvitation({ refusal }: { readonly refusal: InvitationRefusal }) {
  return (
    <ScreenWithTexts load={loadTexts} rows={2}>
      <Reason refusal={refusal} />
    </ScreenWithTexts>
  );
}

function Reason({ refusal: { errorCode, code } }: { readonly refusal: InvitationRefusal }) {
  const t = useTranslations('invitation');
  const session = useTranslations('session');
  const navigate = useNavigate();
  const signIn = () => {
    navigate({ to: '/login', replace: true }).catch((thrown: unknown) => logError('the sign-in did not start', thrown));
  };
  const change = () => {
    signInForInvitation(code).catch((thrown: unknown) => logError('the session did not end', thrown));
  };
  const reason = reasons[errorCode] ?? 'failed';
  return (
    <Progress text={t(reason)} isFailed>
      {reason === 'mail' ? (
        <>
          <Button variant="primary" onClick={change}>
            {t('changeUser')}
          </Button>{' '}
          <Button onClick={signIn}>{t('withoutInvitation')}</Button>
        </>
      ) : (
        <Button variant="primary" onClick={signIn}>
          {session('signIn')}
        </Button>
      )}
    </Progress>
  );
}
