import type { ExportFormat } from '@platen/contract/export';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toMessage } from '../../../platform/application-message.ts';
import { Button } from '../../../ui/button.tsx';
import type { ListQuery } from '../model.ts';
import styles from './export-panel.module.css';
import type { FileProgress } from './fetch-file.ts';

export type ExportState =
  | { readonly kind: 'none' | 'cancelled' }
  | { readonly kind: 'running'; readonly format: ExportFormat; readonly progress: FileProgress }
  | { readonly kind: 'done'; readonly count: number; readonly file: string }
  | { readonly kind: 'failed'; readonly format: ExportFormat; readonly query: ListQuery; readonly errorCode: number };

interface ExportPanelProps {
  readonly state: ExportState;
  readonly onCancel: () => void;
  readonly onRetry: (format: ExportFormat, query: ListQuery) => void;
  readonly onClose: () => void;
}

/**
 * Floats over the list's end, so that nothing moves. Events are announced once; the progress is not
 * announced.
 */
export function ExportPanel({ state, onCancel, onRetry, onClose }: ExportPanelProps) {
  const t = useTranslations('downloads');
  const common = useTranslations('common');
  const announcement =
    state.kind === 'running'
      ? t('running', { format: state.format.toUpperCase() })
      : state.kind === 'done'
        ? t('exported', { count: state.count, file: state.file })
        : state.kind === 'cancelled'
          ? t('cancelled')
          : '';
  return (
    <div className={styles.panel} data-state={state.kind} data-print="none">
      <output className={styles.announcement}>{announcement}</output>
      {state.kind === 'running' && (
        <>
          <Progress format={state.format} progress={state.progress} />
          <Button onClick={onCancel}>{t('cancel')}</Button>
        </>
      )}
      {state.kind === 'failed' && (
        <div className={styles.failed} role="alert">
          <p className={styles.title}>{t('failed')}</p>
          <p>
            <span className="code">{state.errorCode}</span> {toMessage(state.errorCode)}
          </p>
        </div>
      )}
      {state.kind === 'failed' && <Button onClick={() => onRetry(state.format, state.query)}>{common('retry')}</Button>}
      {(state.kind === 'failed' || state.kind === 'done' || state.kind === 'cancelled') && (
        <Button variant="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      )}
    </div>
  );
}

function Progress({ format, progress }: { readonly format: ExportFormat; readonly progress: FileProgress }) {
  const t = useTranslations('downloads');
  const numbers = useFormatter();
  const { total, rows, bytes } = progress;
  const isCounted = total !== undefined && rows !== undefined;
  const size = `${numbers.number(bytes / 1_000_000, { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
  return (
    <>
      <progress
        className={styles.bar}
        aria-label={t('running', { format: format.toUpperCase() })}
        {...(isCounted ? { value: rows, max: Math.max(1, total) } : {})}
      />
      <span className={styles.count}>
        {bytes === 0 ? t('starting') : isCounted ? t('progress', { done: rows, total }) : t('received', { size })}
      </span>
    </>
  );
}
