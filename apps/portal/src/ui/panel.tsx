import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { toShownFailure } from '../platform/application-message.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { useRetry } from './failures.ts';
import { handFocusOver } from './hand-focus-over.ts';
import styles from './panel.module.css';
import { Skeleton } from './skeleton.tsx';

/** What a panel has to show. `failed`: its code, and how to try again (OQ-84). */
export type PanelState =
  | { readonly kind: 'data' }
  | { readonly kind: 'loading'; readonly rows?: number }
  | { readonly kind: 'empty'; readonly text?: string; readonly hint?: string }
  | ({ readonly kind: 'failed' } & PanelFailureProps);

export interface PanelProps {
  readonly title: string;
  /** Before the title: the shape of its state, with its text. */
  readonly mark?: ReactNode;
  /** After the title: a window ('14 days'), a count. */
  readonly note?: ReactNode;
  /** At the end of the head: a link to the screen behind, a switch. Nothing that paper needs. */
  readonly aside?: ReactNode;
  readonly state?: PanelState;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

const shown: PanelState = { kind: 'data' };

/** One cell of a sheet with its heading and its states. */
export function Panel({ title, mark, note, aside, state = shown, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={id} aria-busy={state.kind === 'loading'}>
      <div className={styles.head}>
        {mark}
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {aside !== undefined && (
          <span className={styles.aside} data-print="none">
            {aside}
          </span>
        )}
      </div>
      <PanelBody state={state}>{children}</PanelBody>
    </section>
  );
}

interface PanelBodyProps {
  readonly state: PanelState;
  readonly children?: ReactNode;
}

/** The states of a panel without its frame, for places with a heading of their own. */
export function PanelBody({ state, children }: PanelBodyProps): ReactNode {
  const t = useTranslations('common');
  if (state.kind === 'data') return children;
  if (state.kind === 'failed') return <PanelFailure {...state} />;
  if (state.kind === 'empty') {
    return (
      <div className={styles.empty}>
        <b>{state.text ?? t('noData')}</b>
        {state.hint !== undefined && <span>{state.hint}</span>}
      </div>
    );
  }
  return (
    <output className={styles.loading}>
      <span className="vh">{t('loading')}</span>
      {Array.from({ length: state.rows ?? 3 }, (_, row) => (
        <Skeleton key={row} />
      ))}
    </output>
  );
}

interface PanelFailureProps {
  readonly errorCode: number;
  /** HTTP status of the answer; null when none came. */
  readonly statusCode?: number | null;
  readonly onRetry: () => void;
  readonly busy?: boolean;
}

function PanelFailure({ errorCode, statusCode = null, onRetry, busy = false }: PanelFailureProps) {
  const t = useTranslations('common');
  const detail = useTranslations('detail');
  const { code, message } = toShownFailure({ errorCode, statusCode });
  const retry = useRetry(`${code} ${message}`, onRetry);
  return (
    <div className={styles.failed} role="alert">
      <span className={classNames(styles.errorCode, 'code')}>{code}</span>
      <span>{retry === undefined ? detail('failed') : message}</span>
      {retry === undefined ? null : (
        <Button ref={handFocusOver} busy={busy} onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
