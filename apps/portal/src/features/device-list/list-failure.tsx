import { useTranslations } from 'use-intl/react';
import { toMessage } from '../../app/application-message.ts';
import { Button } from '../../ui/button.tsx';
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
  return (
    <div className={styles[edge]}>
      <div className={styles.strip} role="alert">
        <b>{title}</b>
        <span className="code">{errorCode}</span>
        <span>{toMessage(errorCode)}</span>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </div>
    </div>
  );
}
