import type { EvidenceEntry } from '@platen/contract/details';
import { type ReactNode, type RefObject, use, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMessages, useTranslations } from 'use-intl/react';
import styles from './evidence.module.css';
import { EvidenceCard } from './evidence-card.tsx';
import { closeCard, type EvidenceOpen, EvidencePopover, toCardProps, toTriggerProps } from './evidence-popover.tsx';
import { EvidenceReadyContext, GridContext, type NamedInputs } from './evidence-source.ts';

interface EvidenceProps {
  readonly title: string;
  readonly path?: string;
  readonly note?: string | undefined;
  readonly reading?: Partial<EvidenceEntry>;
  /**
   * What the figure was calculated from, where that comes with the figure itself; several with the name of
   * each.
   */
  readonly inputs?: readonly NamedInputs[] | undefined;
  /** In place of the card of a reading, where the figure comes with all that it rests on. */
  readonly card?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A value with its evidence: hover (after a moment), focus or tap opens the card with its origin. In a table
 * that is one tab stop Enter and Space open and close it. `path` is the key of `GET
 * /v1/device/{id}/evidence`; without one, `note` says how the value was made. `reading`: what of a value
 * differs from the entry that it shares with others of its table. Closed it is a button and little else: a
 * table has hundreds of them.
 */
export function Evidence(props: EvidenceProps) {
  // The texts come with the device screens, on the profile after its first paint; until then the value stands
  // alone. The type knows them everywhere.
  const known: Partial<ReturnType<typeof useMessages>> = useMessages();
  return use(EvidenceReadyContext) && known.evidence !== undefined ? (
    <EvidenceButton {...props} />
  ) : (
    <span className={styles.trigger}>{props.children}</span>
  );
}

function EvidenceButton({ title, path, note, reading, inputs, card, children }: EvidenceProps) {
  // Read directly: a translator for each figure would cost more than the rest of it.
  const { trigger } = useMessages().evidence;
  const isInGrid = use(GridContext);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<EvidenceOpen>('closed');
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={isInGrid ? -1 : undefined}
        className={styles.trigger}
        data-open={open !== 'closed'}
        aria-describedby={open === 'popover' ? id : undefined}
        aria-expanded={isInGrid ? open !== 'closed' : undefined}
        aria-haspopup={open === 'sheet' ? 'dialog' : undefined}
        {...toTriggerProps(open, setOpen, isInGrid)}
      >
        {children}
        <span className={`vh ${styles.unselectable}`}>{trigger}</span>
      </button>
      {open === 'closed' ? null : (
        <Opened id={id} open={open} title={title} button={button} setOpen={setOpen}>
          {card ?? <EvidenceCard title={title} path={path} note={note} reading={reading} inputs={inputs} />}
        </Opened>
      )}
    </>
  );
}

interface OpenedProps {
  readonly id: string;
  readonly open: 'popover' | 'sheet';
  readonly title: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly setOpen: Parameters<typeof toTriggerProps>[1];
  readonly children: ReactNode;
}

function Opened({ id, open, title, button, setOpen, children }: OpenedProps) {
  const t = useTranslations('evidence');
  useEffect(() => () => closeCard(setOpen), [setOpen]);
  useEffect(() => {
    if (open !== 'popover') return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeCard(setOpen);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, setOpen]);
  if (open === 'sheet') {
    return (
      <EvidenceSheet label={t('label', { name: title })} onClose={() => closeCard(setOpen)}>
        {children}
      </EvidenceSheet>
    );
  }
  return (
    <EvidencePopover id={id} figure={button} {...toCardProps(setOpen, button)}>
      {children}
    </EvidencePopover>
  );
}

/**
 * The card as a sheet at the bottom of a touch screen. The platform's own dialog keeps and returns the focus.
 */
function EvidenceSheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
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
