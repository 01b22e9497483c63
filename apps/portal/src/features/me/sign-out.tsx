import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ConfirmDialog } from '../../editing/form-dialog.tsx';
import { logError } from '../../platform/log.ts';
import { closeSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import styles from './me.module.css';
import { useSignOutEverywhere } from './queries.ts';

/** Ends the sign-ins of the user in all browsers, after a question (OA-19). */
export function SignOut() {
  const t = useTranslations('me');
  const [isAsked, setAsked] = useState(false);
  const leaving = useSignOutEverywhere();
  const signOut = () =>
    leaving.mutate(undefined, {
      onSuccess: () => {
        closeSession().catch((thrown: unknown) => logError('the logout failed', thrown));
      },
    });
  return (
    <div className={styles.signOut}>
      <p>{t('signOutText')}</p>
      <Button onClick={() => setAsked(true)}>{t('signOut')}</Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('signOutTitle')}
          submit={t('signOut')}
          change={leaving}
          onSubmit={signOut}
          onClose={() => {
            leaving.reset();
            setAsked(false);
          }}
        >
          <p>{t('signOutText')}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
