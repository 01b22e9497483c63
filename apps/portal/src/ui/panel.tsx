import { createContext, type ReactNode, use, useEffect, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { toShownFailure } from '../platform/application-message.ts';
import { toStateOf } from '../platform/failure.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './panel.module.css';

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

const hasData: PanelState = { kind: 'data' };

/** One cell of a sheet with its heading and its states. */
export function Panel({ title, mark, note, aside, state = hasData, className, children }: PanelProps) {
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

interface Query {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * The state of a panel fed by one query. Old data stays on screen while it is fetched again, also when that
 * fails.
 */
export function toPanelState(query: Query, rows: number): PanelState {
  if (query.data !== undefined) return { kind: 'data' };
  if (query.error === null) return { kind: 'loading', rows };
  const { errorCode, statusCode } = toStateOf(query.error);
  return {
    kind: 'failed',
    errorCode,
    statusCode,
    busy: query.isFetching,
    onRetry: () => void query.refetch(),
  };
}

/** Placeholder of a value; hidden from assistive technology, which reads the panel's own text. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span className={classNames(styles.skeleton, className)} aria-hidden="true" data-print="none" />;
}

/** Failed parts of a screen that has one Retry for all of them. */
export interface Failures {
  /** Whether the screen shows its own Retry, in place of the buttons of its parts. */
  readonly isShared: boolean;
  /** Counts a failed part, by its code and message, until the returned function is called. */
  readonly register: (failure: string) => () => void;
  /** The code and message of each failed part, once. */
  readonly messages: readonly string[];
  /** Repeats all calls of the screen that failed. */
  readonly retry: () => void;
}

export const FailuresContext = createContext<Failures | null>(null);

/**
 * What the Retry of a failed part does; undefined where the screen shows one button and the message for all
 * parts.
 */
export function useRetry(failure: string, onRetry: () => void): (() => void) | undefined {
  const failures = use(FailuresContext);
  const register = failures?.register;
  useEffect(() => register?.(failure), [register, failure]);
  if (failures === null) return onRetry;
  return failures.isShared ? undefined : failures.retry;
}

/**
 * Ref of a control that goes away when it is pressed, such as Retry: the focus moves to the region around it
 * instead of being lost, so that the next Tab goes on from there.
 */
export const handFocusOver = (control: HTMLElement | null): (() => void) | undefined => {
  if (control === null) return undefined;
  const region = control.closest<HTMLElement>('section, main');
  return () => {
    if (document.activeElement !== control || region === null) return;
    region.tabIndex = -1;
    region.focus({ preventScroll: true });
  };
};
