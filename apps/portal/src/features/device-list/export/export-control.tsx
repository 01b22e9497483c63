import { type ExportFormat, exportFormats } from '@platen/contract/export';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toStateOf } from '../../../platform/failure.ts';
import { toFileName } from '../../../downloads/file-name.ts';
import { saveFile } from '../../../downloads/save-file.ts';
import { loadDeviceTexts } from '../../../platform/load-texts.ts';
import { AddedTexts } from '../../../ui/added-texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { ListQuery } from '../model.ts';
import barStyles from '../list-bar.module.css';
import { ExportPanel, type ExportState } from './export-panel.tsx';
import { fetchFile } from './fetch-file.ts';

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
