import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from './values-table.module.css';

const shownMs = 2500;

/** Copies a value to the clipboard and announces the outcome. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const t = useTranslations('network');
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (outcome === 'none') return undefined;
    const timer = setTimeout(() => setOutcome('none'), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        data-print="none"
        className={styles.copy}
        data-outcome={outcome}
        aria-label={t('copy', { name })}
        title={t('copy', { name })}
        onClick={() => void copy()}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          {outcome === 'copied' ? <path d="M4 10.500l4 4 8-9" /> : <path d="M7 7h9v9H7zM13 7V4H4v9h3" />}
        </svg>
      </button>
      <output className={outcome === 'failed' ? styles.copyFailed : 'vh'}>
        {outcome === 'copied' ? t('copied', { name }) : ''}
        {outcome === 'failed' ? t('copyFailed') : ''}
      </output>
    </>
  );
}
