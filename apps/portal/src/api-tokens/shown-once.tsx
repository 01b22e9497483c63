import type { ApiToken } from '@platen/contract/tokens';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/button.tsx';
import styles from './tokens.module.css';

interface ShownOnceProps {
  readonly apiToken: ApiToken;
  readonly token: string;
  readonly onDone: () => void;
}

/** A token, the one time that it is shown (OA-30). */
export function ShownOnce({ apiToken, token, onDone }: ShownOnceProps) {
  const t = useTranslations('tokens.once');
  const [copying, setCopying] = useState<'copied' | 'notCopied'>();
  const once = useRef<HTMLElement>(null);
  // The dialog that had the focus has closed.
  useEffect(() => once.current?.querySelector('button')?.focus(), []);
  const copy = () => {
    navigator.clipboard.writeText(token).then(
      () => setCopying('copied'),
      () => setCopying('notCopied'),
    );
  };
  return (
    <section ref={once} className={styles.once} aria-label={t('title', { name: apiToken.name })}>
      <span className={styles.onceTitle}>{t('title', { name: apiToken.name })}</span>
      <code className={styles.token} data-print="none">
        {token}
      </code>
      <span className={styles.onceActions}>
        <Button variant="primary" onClick={copy}>
          {t(copying === 'copied' ? 'copied' : 'copy')}
        </Button>
        <Button onClick={onDone}>{t('done')}</Button>
      </span>
      <p>
        <output>{copying === 'notCopied' ? t('notCopied') : t('text')}</output>
      </p>
    </section>
  );
}
