import { type ReactNode, useId, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from './evidence.module.css';
import { EvidenceCard } from './evidence-card.tsx';
import { EvidencePopover } from './evidence-popover.tsx';
import { EvidenceSheet } from './evidence-sheet.tsx';
import { useEvidenceTrigger } from './use-evidence-trigger.ts';

/**
 * A value that can be questioned: hover (after a moment), focus or tap opens the card that says where it came from.
 * `path` is the key of `GET /v1/device/{id}/evidence`; without one, `note` says how the value was made.
 */
export function Evidence({
  title,
  path,
  note,
  children,
}: {
  title: string;
  path?: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  const t = useTranslations('evidence');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { open, close, triggerProps, cardProps } = useEvidenceTrigger(button);
  const card = <EvidenceCard title={title} path={path} note={note} />;
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        data-open={open !== 'closed'}
        aria-describedby={open === 'popover' ? id : undefined}
        aria-haspopup={open === 'sheet' ? 'dialog' : undefined}
        {...triggerProps}
      >
        {children}
        <span className={`vh ${styles.unselectable}`}>{t('trigger')}</span>
      </button>
      {open === 'popover' ? (
        <EvidencePopover id={id} figure={button} {...cardProps}>
          {card}
        </EvidencePopover>
      ) : null}
      {open === 'sheet' ? (
        <EvidenceSheet label={t('label', { name: title })} onClose={close}>
          {card}
        </EvidenceSheet>
      ) : null}
    </>
  );
}
