import type { StoppedDevice } from '@platen/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { toPanelState } from '../../device/query-panel.ts';
import { span } from '../../device/panel-grid.tsx';
import tableStyles from '../../device/sheet-table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-age.ts';
import { Pager } from './pager.tsx';
import { stoppedQuery } from './queries.ts';
import { StaleNote } from './stale-note.tsx';
import { StoppedRow } from './stopped-row.tsx';

const columns = ['silentFor', 'lastReport', 'device', 'model', 'customer', 'address', 'collector', 'reason'] as const;

/** A page of the devices whose reports have stopped, the longest silence first. */
export function StoppedPanel({ from }: { from: number }) {
  const t = useTranslations('reporting');
  const query = useQuery(stoppedQuery(from));
  const rows = query.data?.data.devices ?? [];
  const state: PanelState =
    query.data !== undefined && rows.length === 0 && from === 0
      ? { kind: 'empty', text: t('emptyStopped'), hint: t('emptyStoppedHint') }
      : toPanelState(query, 8);
  return (
    <Panel
      title={t('view.stopped')}
      note={rows.length > 0 ? t('stoppedRule') : undefined}
      className={span(12)}
      state={state}
    >
      <StaleNote query={query} />
      {rows.length > 0 && <StoppedTable rows={rows} />}
      <Pager
        view="stopped"
        from={from}
        shown={rows.length}
        total={query.data?.totalCount ?? from + rows.length}
        hasMore={query.data?.hasMore ?? false}
      />
    </Panel>
  );
}

function StoppedTable({ rows }: { rows: readonly StoppedDevice[] }) {
  const t = useTranslations('reporting');
  const now = useMinute();
  return (
    <TableFrame label={t('view.stopped')}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StoppedRow key={row.deviceId} device={row} now={now} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
