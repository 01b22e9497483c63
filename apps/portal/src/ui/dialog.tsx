import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl/react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly size?: 'narrow' | 'default' | 'wide';
  /** `alertdialog` for errors: it is read out at once. */
  readonly role?: 'dialog' | 'alertdialog';
  /** The advanced search has no close button (PO-05). */
  readonly hasCloseButton?: boolean;
  readonly describedBy?: string | undefined;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The browser's own modal dialog: everything behind is inert, the focus stays inside and goes back where it
 * was. Escape closes; a press on the backdrop does nothing (OQ-53). The focus begins at `data-autofocus`,
 * else at the first control.
 */
export function Dialog({
  title,
  onClose,
  size = 'default',
  role = 'dialog',
  hasCloseButton = true,
  describedBy,
  footer,
  children,
}: DialogProps) {
  const t = useTranslations('common');
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    const before = document.activeElement;
    const unlock = lockScroll();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      unlock();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  // A browser closes a dialog on a second Escape even if the page prevents it: the state follows.
  useEffect(() => {
    const dialog = ref.current;
    dialog?.addEventListener('close', onClose);
    return () => dialog?.removeEventListener('close', onClose);
  }, [onClose]);

  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={ref}
      role={role}
      className={classNames(styles.dialog, styles[size])}
      aria-labelledby={id}
      aria-describedby={describedBy}
      onCancel={onCancel}
    >
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {hasCloseButton && <IconButton icon="close" label={t('close')} onClick={onClose} />}
      </header>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
    </dialog>
  );
}

let locks = 0;

/**
 * Locks the scroll position of the page behind a dialog; its scroll bar keeps its room, so nothing shifts
 * (PO-03).
 */
function lockScroll(): () => void {
  const root = document.documentElement;
  locks += 1;
  if (locks === 1) {
    const hasBar = window.innerWidth > root.clientWidth;
    root.style.setProperty('--locked-gutter', hasBar ? 'stable' : 'auto');
    root.dataset['scrollLocked'] = '';
  }
  return () => {
    locks -= 1;
    if (locks > 0) return;
    delete root.dataset['scrollLocked'];
    root.style.removeProperty('--locked-gutter');
  };
}
