import type { InvitationTexts } from '@platen/catalogue/texts/types';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { lazyTexts } from '../../platform/load-once.ts';
import { logError } from '../../platform/log.ts';
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

/** The invitation of the link was refused: why, and the way to another sign-in (OA-11). */
export default function RefusedInvitation({ errorCode }: { readonly errorCode: number }) {
  return (
    <ScreenWithTexts load={loadTexts} rows={2}>
      <Reason errorCode={errorCode} />
    </ScreenWithTexts>
  );
}

function Reason({ errorCode }: { readonly errorCode: number }) {
  const t = useTranslations('invitation');
  const session = useTranslations('session');
  const navigate = useNavigate();
  const signIn = () => {
    navigate({ to: '/login', replace: true }).catch((thrown: unknown) => logError('the sign-in did not start', thrown));
  };
  return (
    <Progress text={t(reasons[errorCode] ?? 'failed')} isFailed>
      <Button variant="primary" onClick={signIn}>
        {session('signIn')}
      </Button>
    </Progress>
  );
}
