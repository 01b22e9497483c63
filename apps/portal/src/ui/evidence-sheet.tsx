import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl/react';
import styles from './evidence.module.css';

/**
 * The card as a sheet at the bottom of a touch screen. The platform's own dialog keeps and returns the focus.
 */
export function EvidenceSheet({
  label,
  onClose,
  children,
}: {
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTranslations('common');
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return createPortal(
    // A tap outside the sheet closes it; with the keyboard Escape and the button do.
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
       jsx-a11y/no-noninteractive-element-interactions */
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={styles.sheetBody}>
        {children}
        <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
          {t('close')}
        </button>
      </div>
    </dialog>,
    document.body,
  );
}
