import type { Explanation } from '@platen/catalogue/device-codes/explain';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/panel.tsx';
import { useCodeExplanation, useDeviceMessage } from './code-queries.ts';
import styles from './code-reason.module.css';

/**
 * A device code with its message, where on the machine it is, who can act and what to do. `since`: how long
 * it is open.
 */
export function CodeReason({ code, since }: { readonly code: string; readonly since?: string | undefined }) {
  const state = useCodeExplanation(code);
  return (
    <div className={styles.reason} aria-busy={state.kind === 'loading'}>
      <b>
        <span className="code">{code}</span>
        {state.kind === 'known' ? ` ${state.explanation.message}` : null}
        {state.kind === 'loading' ? <Skeleton className={styles.message} /> : null}
      </b>
      {state.kind === 'known' ? <Advice explanation={state.explanation} since={since} /> : null}
      {state.kind === 'known' || since === undefined ? null : <p>{since}</p>}
      {state.kind === 'failed' ? <NotLoaded busy={state.busy} onRetry={state.retry} /> : null}
      {state.kind === 'loading' ? <Awaited lines={2} /> : null}
    </div>
  );
}

interface AdviceProps {
  readonly explanation: Explanation;
  readonly since: string | undefined;
}

function Advice({ explanation: { place, who, action }, since }: AdviceProps) {
  const t = useTranslations('status.deviceCodeText');
  const facts = [place, who === null ? undefined : t(who), since].filter((one) => one !== undefined);
  return (
    <>
      <p>{facts.join(' · ')}</p>
      <p>{action}</p>
    </>
  );
}

/** As tall as what will stand here. */
function Awaited({ lines }: { readonly lines: number }) {
  return Array.from({ length: lines }, (_, line) => (
    <p key={line}>
      <Skeleton />
    </p>
  ));
}

/**
 * A part of the portal that failed to load is reported where it is missing, not in the error popup (CN-19,
 * OQ-122).
 */
function NotLoaded({ busy, onRetry }: { readonly busy: boolean; readonly onRetry: () => void }) {
  const t = useTranslations('status.deviceCodeText');
  const common = useTranslations('common');
  return (
    <p className={styles.failed}>
      <output>{t('failed')}</output>
      <Button variant="quiet" busy={busy} onClick={onRetry}>
        {common('retry')}
      </Button>
    </p>
  );
}

/**
 * Code and message in one line, where there is no room for more: a code next to another reason, the device
 * strip.
 */
export function CodeLine({ code, className }: { readonly code: string; readonly className?: string | undefined }) {
  const message = useDeviceMessage(code);
  return (
    <span className={className} title={message === undefined ? undefined : `${code} ${message}`}>
      <span className="code">{code}</span> {message}
    </span>
  );
}
