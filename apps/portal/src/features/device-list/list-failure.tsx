import { useTranslations } from 'use-intl/react';
import { toShownFailure } from '../../platform/application-message.ts';
import { Button } from '../../ui/button.tsx';
import styles from './list-states.module.css';
import type { ListFailure as Failure } from './model.ts';

interface ListFailureProps {
  /** What could not be done. */
  title: string;
  failure: Failure;
  onRetry: () => void;
  edge: 'top' | 'foot';
}

/** A page or a refresh that failed while rows are on screen: they stay, this says why there are no others (OQ-84). */
export function ListFailure({ title, failure, onRetry, edge }: ListFailureProps) {
  const t = useTranslations('common');
  const { code, message } = toShownFailure(failure);
  return (
    <div className={styles[edge]}>
      <div className={styles.strip} role="alert">
        <b>{title}</b>
        <span className="code">{code}</span>
        <span>{message}</span>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </div>
    </div>
  );
}
