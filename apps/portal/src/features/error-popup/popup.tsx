import { noAccountDetail } from '@platen/contract/no-account';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { toMessage } from '../../platform/application-message.ts';
import { readDeviceLink } from '../../platform/device-link.ts';
import { errorArea } from '../../platform/errors.ts';
import { logError } from '../../platform/log.ts';
import { useArea } from '../../platform/state.ts';
import { closeError, startSession } from '../../session/session.ts';
import { noteReturnLink, returnTargetArea, signInArea } from '../../session/session-areas.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './popup.module.css';

/**
 * Error information: the code, then its message (PO-10, PO-11). Closing may lead to the login, the terms or
 * the list.
 */
export function ErrorPopup() {
  const t = useTranslations();
  const id = useId();
  const navigate = useNavigate();
  const { errorCode, isMoveToLogin, detail } = useArea(errorArea);
  // Of a sign-in without an account: what to do and whom to ask, in the words of the operator (OA-14).
  const help = errorCode === 200002 && detail[0]?.msg === noAccountDetail ? detail[1]?.msg : undefined;
  const close = async () => {
    const error = await closeError();
    if (error.errorCode === 200001) {
      noteReturnLink(readDeviceLink());
      await navigate({ to: '/termsofuse' });
    }
    if (error.errorCode === 102003) await navigate({ to: '/devicelist' });
  };
  const onClose = () => {
    close().catch((thrown: unknown) => logError('closing the popup failed', thrown));
  };
  // The loop guard stopped the sign-in: it goes on only when asked to (OQ-13).
  const isStopped = useArea(signInArea) === 'stopped';
  const signIn = () => {
    startSession(returnTargetArea.get().searchkey, true).catch((thrown: unknown) =>
      logError('the sign-in did not start', thrown),
    );
  };
  return (
    <Dialog
      title={t('header.titles.errorInformation')}
      role="alertdialog"
      size="narrow"
      describedBy={id}
      onClose={onClose}
      footer={
        <>
          {isStopped && <Button onClick={signIn}>{t('session.signIn')}</Button>}
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div id={id}>
        <div className="label">{t('errors.code')}</div>
        <div className={`${styles.errorCode} code`}>{errorCode}</div>
        <p className={styles.message}>{toMessage(errorCode)}</p>
        {help === undefined ? null : <p className={styles.help}>{help}</p>}
        {isMoveToLogin && <p className={styles.note}>{t('errors.closingLeadsToLogin')}</p>}
      </div>
    </Dialog>
  );
}
