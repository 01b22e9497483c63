import { type ExportFormat, exportFormats } from '@platen/contract/export';
import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { withZone } from '../api/client.ts';
import { toMessage } from '../platform/application-message.ts';
import { toStateOf } from '../platform/failure.ts';
import { Button, Icon } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import styles from './export-menu.module.css';
import { type AskForFile, type FileProgress, fetchFile } from './fetch-file.ts';
import { saveFile, toFileName } from './save-file.ts';

/** What is exported, in words: the texts that each area has for it. */
type ExportWords = (
  key: 'menu' | 'fileName' | 'running' | 'progress' | 'exported',
  values?: Readonly<Record<string, string | number>>,
) => string;

/** What the file is asked for with; its days and times are those of the zone. */
interface FileAsked {
  readonly format: ExportFormat;
  readonly timeZone: string | undefined;
}

interface ExportMenuProps {
  readonly ask: (asked: FileAsked, signal: AbortSignal, timeout: AbortSignal) => Promise<Response>;
  readonly words: ExportWords;
  readonly className?: string | undefined;
  /** Of the word next to the icon. */
  readonly textClassName?: string | undefined;
}

/** The menu of formats and what becomes of an export. Needs the texts `downloads`. */
export function ExportMenu({ ask, words, className, textClassName }: ExportMenuProps) {
  const t = useTranslations('downloads');
  const { state, start, cancel, close } = useExport(words);
  const askInZone: AskForFile = (format, signal, timeout) =>
    withZone((timeZone) => ask({ format, timeZone }, signal, timeout));
  return (
    <>
      <Menu
        label={words('menu')}
        items={exportFormats.map((format) => ({
          key: format,
          label: t('exportAs', { format: format.toUpperCase() }),
          disabled: state.kind === 'running',
          onSelect: () => start(format, askInZone),
        }))}
        renderTrigger={(props) => (
          <Button className={className} aria-label={words('menu')} title={words('menu')} {...props}>
            <Icon name="export" />
            <span className={textClassName}>{t('export')}</span>
          </Button>
        )}
      />
      <ExportPanel state={state} words={words} onCancel={cancel} onRetry={start} onClose={close} />
    </>
  );
}

/** One export at a time. It is given up when the list is left. */
function useExport(words: ExportWords) {
  const [state, setState] = useState<ExportState>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: ExportFormat, ask: AskForFile, abort: AbortController) => {
    const progress = { total: undefined, rows: undefined, bytes: 0 };
    setState({ kind: 'running', format, progress });
    try {
      const { content, total } = await fetchFile(format, ask, abort.signal, (next) => {
        if (!abort.signal.aborted) setState({ kind: 'running', format, progress: next });
      });
      const file = toFileName(words('fileName'), new Date(), format);
      saveFile(file, content);
      setState({ kind: 'done', count: total, file });
    } catch (thrown) {
      if (abort.signal.aborted) return;
      setState({ kind: 'failed', format, ask, errorCode: toStateOf(thrown).errorCode });
    }
  };
  const start = (format: ExportFormat, ask: AskForFile) => {
    running.current?.abort();
    running.current = new AbortController();
    void run(format, ask, running.current);
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
  | { readonly kind: 'failed'; readonly format: ExportFormat; readonly ask: AskForFile; readonly errorCode: number };

interface ExportPanelProps {
  readonly state: ExportState;
  readonly words: ExportWords;
  readonly onCancel: () => void;
  readonly onRetry: (format: ExportFormat, ask: AskForFile) => void;
  readonly onClose: () => void;
}

function useAnnouncement(state: ExportState, words: ExportWords): string {
  const t = useTranslations('downloads');
  if (state.kind === 'running') return words('running', { format: state.format.toUpperCase() });
  if (state.kind === 'done') return words('exported', { count: state.count, file: state.file });
  return state.kind === 'cancelled' ? t('cancelled') : '';
}

/**
 * Floats over the list's end, so that nothing moves. Events are announced once; the progress is not
 * announced.
 */
function ExportPanel({ state, words, onCancel, onRetry, onClose }: ExportPanelProps) {
  const t = useTranslations('downloads');
  const common = useTranslations('common');
  const announcement = useAnnouncement(state, words);
  return (
    <div className={styles.panel} data-state={state.kind} data-print="none">
      <output className={styles.announcement}>{announcement}</output>
      {state.kind === 'running' && (
        <>
          <Progress label={announcement} words={words} progress={state.progress} />
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
      {state.kind === 'failed' && <Button onClick={() => onRetry(state.format, state.ask)}>{common('retry')}</Button>}
      {(state.kind === 'failed' || state.kind === 'done' || state.kind === 'cancelled') && (
        <Button variant="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      )}
    </div>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly words: ExportWords;
  readonly progress: FileProgress;
}

function Progress({ label, words, progress }: ProgressProps) {
  const t = useTranslations('downloads');
  const numbers = useFormatter();
  const { total, rows, bytes } = progress;
  const isCounted = total !== undefined && rows !== undefined;
  const size = `${numbers.number(bytes / 1_000_000, { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MB`;
  return (
    <>
      <progress
        className={styles.bar}
        aria-label={label}
        {...(isCounted ? { value: rows, max: Math.max(1, total) } : {})}
      />
      <span className={styles.count}>
        {bytes === 0 ? t('starting') : isCounted ? words('progress', { done: rows, total }) : t('received', { size })}
      </span>
    </>
  );
}
