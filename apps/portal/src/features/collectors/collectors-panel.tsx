import type { CollectorItem } from '@platen/contract/collectors';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { logError } from '../../platform/log.ts';
import { toPanelState } from '../../device/query-panel.ts';
import { span } from '../../device/panel-grid.tsx';
import tableStyles from '../../device/sheet-table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useMinute } from '../../ui/use-age.ts';
import { toSearch } from './address.ts';
import { CollectorRow } from './collector-row.tsx';
import styles from './collectors.module.css';
import { Pager } from './pager.tsx';
import { collectorsQuery } from './queries.ts';
import { StaleNote } from './stale-note.tsx';

/** Columns with whether they hold figures. */
const columns = [
  ['collector', false],
  ['state', false],
  ['lastContact', false],
  ['customer', false],
  ['devices', true],
  ['version', false],
  ['read', true],
  ['failing', true],
  ['waiting', true],
  ['lastRound', false],
] as const;

/** The command that makes a collector known; the same in every language. */
const addCommand = 'npm run admin -- collectors add NAME';

/** A page of the collectors; one of them may be open. */
export function CollectorsPanel({ from, openId }: { from: number; openId: string | undefined }) {
  const t = useTranslations('reporting');
  const query = useQuery(collectorsQuery(from));
  const rows = query.data?.data.collectors ?? [];
  return (
    <Panel title={t('view.collectors')} className={span(12)} state={toPanelState(query, 8)}>
      <StaleNote query={query} />
      {rows.length === 0 ? <NoCollectors /> : <CollectorTable rows={rows} from={from} openId={openId} />}
      <Pager
        view="collectors"
        from={from}
        shown={rows.length}
        total={query.data?.totalCount ?? from + rows.length}
        hasMore={query.data?.hasMore ?? false}
      />
    </Panel>
  );
}

function NoCollectors() {
  const t = useTranslations('reporting');
  return (
    <div className={styles.empty}>
      <b>{t('emptyCollectors')}</b>
      <span>{t('emptyCollectorsHint')}</span>
      <code className="code">{addCommand}</code>
    </div>
  );
}

interface CollectorTableProps {
  readonly rows: readonly CollectorItem[];
  readonly from: number;
  readonly openId: string | undefined;
}

function CollectorTable({ rows, from, openId }: CollectorTableProps) {
  const t = useTranslations('reporting');
  const now = useMinute();
  const navigate = useNavigate();
  const toggle = (collectorId: string) => {
    const next = collectorId === openId ? {} : { collectorId };
    navigate({
      to: '/reporting',
      search: toSearch({ view: 'collectors', from, ...next }),
      replace: true,
      resetScroll: false,
    }).catch((thrown: unknown) => logError('opening a collector failed', thrown));
  };
  return (
    <TableFrame label={t('view.collectors')}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            {columns.map(([name, isFigure]) => (
              <th key={name} scope="col" className={isFigure ? tableStyles['figure'] : undefined}>
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <CollectorRow
              key={row.collectorId}
              collector={row}
              now={now}
              isOpen={row.collectorId === openId}
              columns={columns.length}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
