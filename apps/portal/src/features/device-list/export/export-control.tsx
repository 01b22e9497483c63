import { type ExportFormat, exportFormats } from '@platen/contract/export';
import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { saveFile, toFileName } from '../../../downloads/save-file.ts';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { loadDeviceTexts } from '../../../platform/load-texts.ts';
import { AddedTexts } from '../../../ui/added-texts.tsx';
import { Button, Icon } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import barStyles from '../list-bar.module.css';
import type { ListQuery } from '../model.ts';
import styles from './export-panel.module.css';
import { fetchFile, type FileProgress } from './fetch-file.ts';

interface ExportControlProps {
  /** What the list shows: the file holds the same devices in the same order. */
  readonly query: ListQuery;
}

/** The menu of formats and what becomes of an export. Comes after the list, with the texts it needs. */
export function ExportControl({ query }: ExportControlProps) {
  return (
    <AddedTexts load={loadDeviceTexts}>
      <Control query={query} />
    </AddedTexts>
  );
}

function Control({ query }: ExportControlProps) {
  const t = useTranslations('downloads');
  const { state, start, cancel, close } = useExport();
  return (
    <>
      <Menu
        label={t('menu')}
        items={exportFormats.map((format) => ({
          key: format,
          label: t('exportAs', { format: format.toUpperCase() }),
          disabled: state.kind === 'running',
          onSelect: () => start(format, query),
        }))}
        renderTrigger={(props) => (
          <Button className={barStyles.tool} aria-label={t('menu')} title={t('menu')} {...props}>
            <Icon name="export" />
            <span className={barStyles.toolText}>{t('export')}</span>
          </Button>
        )}
      />
      <ExportPanel state={state} onCancel={cancel} onRetry={start} onClose={close} />
    </>
  );
}

/** One export at a time. It is given up when the list is left. */
function useExport() {
  const t = useTranslations('downloads');
  const [state, setState] = useState<ExportState>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: ExportFormat, query: ListQuery, abort: AbortController) => {
    const progress = { total: undefined, rows: undefined, bytes: 0 };
    setState({ kind: 'running', format, progress });
    try {
      const { content, total } = await fetchFile(format, query, abort.signal, (next) => {
        if (!abort.signal.aborted) setState({ kind: 'running', format, progress: next });
      });
      const file = toFileName(t('fileName'), new Date(), format);
      saveFile(file, content);
      setState({ kind: 'done', count: total, file });
    } catch (thrown) {
      if (abort.signal.aborted) return;
      setState({ kind: 'failed', format, query, errorCode: toStateOf(thrown).errorCode });
    }
  };
  const start = (format: ExportFormat, query: ListQuery) => {
    running.current?.abort();
    running.current = new AbortController();
    void run(format, query, running.current);
  };
  const cancel = () => {
    running.current?.abort();
    setState({ kind: 'cancelled' });
  };
  return { state, start, cancel, close: () => setState({ kind: 'none' }) };
}

type ExportState =
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
function ExportPanel({ state, onCancel, onRetry, onClose }: ExportPanelProps) {
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
