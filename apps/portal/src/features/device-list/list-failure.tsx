import { applicationMessage } from '@platen/catalogue/application-codes';
import { defaultErrorCode } from '@platen/contract/errors';
import { useTranslations } from 'use-intl/react';
import { environment } from '../../app/environment.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './list-states.module.css';

interface ListFailureProps {
  /** What could not be done. */
  title: string;
  errorCode: number;
  onRetry: () => void;
  edge: 'top' | 'foot';
}

/** A page or a refresh that failed while rows are on screen: they stay, this says why there are no others (OQ-84). */
export function ListFailure({ title, errorCode, onRetry, edge }: ListFailureProps) {
  const t = useTranslations('common');
  const { locale } = environment();
  return (
    <div className={styles[edge]}>
      <div className={styles.strip} role="alert">
        <b>{title}</b>
        <span className={classNames('code')}>{errorCode}</span>
        <span>{applicationMessage(errorCode, locale) ?? applicationMessage(defaultErrorCode, locale)}</span>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </div>
    </div>
  );
}
