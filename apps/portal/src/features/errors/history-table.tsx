/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   rows laid out as grids lose their roles in some browsers, so the roles are given */
import { decodeConditions } from '@platen/catalogue/families/settings';
import type { EvidenceEntry } from '@platen/contract/details';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useDeviceMessages } from '../../device-codes/code-queries.ts';
import { CodeReason } from '../../device-codes/code-reason.tsx';
import { environment } from '../../platform/environment.ts';
import { Icon } from '../../ui/button.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Unknown } from '../../ui/readout.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { codesOf, type LogRow } from './error-rows.ts';
import styles from './errors.module.css';

/**
 * Up to this number of rows each can show its evidence at once; of more, the one under the pointer or the
 * keyboard: each card costs time.
 */
const questionable = 100;
const columns = ['time', 'kind', 'code', 'message', 'counter'] as const;

/**
 * The history as rows that the browser lays out only near the window (`content-visibility`), so that hundreds
 * scroll smoothly and are still all found, read out and printed.
 */
export function HistoryTable({ rows, series }: { rows: readonly LogRow[]; series: string | null }) {
  const t = useTranslations('errorHistory');
  const messageOf = useDeviceMessages(codesOf(rows));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [live, setLive] = useState<string>();
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <GridTable label={t('history.title')} className={styles.history}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th role="columnheader" key={column} scope="col" data-column={column}>
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            series={series}
            message={messageOf(row.errorCode)}
            isOpen={open.has(row.key)}
            isLive={rows.length <= questionable || row.key === live}
            onReach={() => setLive(row.key)}
            onToggle={() => toggle(row.key)}
          />
        ))}
      </tbody>
    </GridTable>
  );
}

interface RowProps {
  readonly row: LogRow;
  readonly series: string | null;
  readonly message: string | undefined;
  readonly isOpen: boolean;
  /** Its values have evidence cards. */
  readonly isLive: boolean;
  readonly onReach: () => void;
  readonly onToggle: () => void;
}

function Row({ row, series, message, isOpen, isLive, onReach, onToggle }: RowProps) {
  const t = useTranslations('errorHistory');
  const names = useTranslations('profile.errors');
  const common = useTranslations('common');
  const dates = useDates();
  const format = useFormatter();
  const time = dates.dateTime(row.at);
  const figure = (column: EvidenceColumn, shown: ReactNode) =>
    isLive ? (
      <RowEvidence row={row} column={column}>
        {shown}
      </RowEvidence>
    ) : (
      shown
    );
  return (
    <>
      <tr role="row" className={styles.row} data-open={isOpen} onPointerEnter={onReach} onFocus={onReach}>
        <td role="gridcell" data-column="time">
          <button
            type="button"
            className={styles.expand}
            aria-expanded={isOpen}
            aria-label={t('details', { code: row.errorCode, time })}
            onClick={onToggle}
          >
            <Icon name="chevron" className={styles.chevron} />
            {time}
          </button>
        </td>
        <td role="gridcell" data-column="kind" data-kind={row.category}>
          {row.category === 'serviceCall' ? <StatusShape status="error" size={12} /> : null}
          {figure('kind', names(row.category))}
        </td>
        <td role="gridcell" data-column="code" className="code">
          {figure('code', row.errorCode)}
        </td>
        <td role="gridcell" data-column="message" title={message}>
          {message}
        </td>
        <td role="gridcell" data-column="counter">
          {row.counter === null ? (
            <Unknown>{common('notReported')}</Unknown>
          ) : (
            figure('counter', format.number(row.counter))
          )}
        </td>
      </tr>
      {isOpen ? (
        <tr role="row" className={styles.details}>
          <td role="gridcell" colSpan={columns.length}>
            <ErrorDetails row={row} series={series} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** What the code means and asks for, and the settings at the time it occurred (MF-25, OQ-68, OQ-102). */
function ErrorDetails({ row, series }: { row: LogRow; series: string | null }) {
  const t = useTranslations('errorHistory');
  const settings = decodeConditions(series, row.conditions, environment().locale);
  const isRaw = settings.length > 0 && settings.every(({ text }) => text === undefined);
  return (
    <div className={styles.more}>
      <CodeReason code={row.errorCode} />
      <div>
        <h3 className={styles.settingsTitle}>{t('settings')}</h3>
        {settings.length === 0 ? (
          <p className="quiet">{t('settingsNone')}</p>
        ) : (
          <dl className={styles.settings}>
            {settings.map((setting) => (
              <div key={setting.category}>
                <dt>{t(`conditions.${setting.category}`)}</dt>
                <dd>
                  <Evidence
                    title={`${row.errorCode}: ${t(`conditions.${setting.category}`)}`}
                    path="errors.logs"
                    reading={toSettingReading(row, setting)}
                  >
                    {setting.text ?? <span className="code">{t('settingsRaw', { code: setting.code })}</span>}
                  </Evidence>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {isRaw ? <p className="quiet">{t('settingsUnknown')}</p> : null}
      </div>
    </div>
  );
}

/** Paths in a device's own report. */
const paths = { code: 'errors.code', kind: 'errors.code', counter: 'errors.counter' } as const;
type EvidenceColumn = keyof typeof paths;

/**
 * What was reported of an error, as stored: its own value first. The time of its receipt is not stored, its
 * own time is its age.
 */
function toReading(row: LogRow, column: EvidenceColumn): Partial<EvidenceEntry> {
  const raw = column === 'counter' ? String(row.counter) : row.errorCode;
  return {
    source: paths[column],
    name: paths[column],
    raw,
    rule: column === 'kind' ? 'derived' : 'asReported',
    also: [{ source: 'errors.occurredAt', raw: row.occurredAt }],
    observedAt: row.occurredAt,
    receivedAt: null,
    collector: null,
  };
}

/** The same of a coded setting of the moment. */
const toSettingReading = (
  { occurredAt }: LogRow,
  { category, code, text }: { category: string; code: string; text: string | undefined },
): Partial<EvidenceEntry> => ({
  source: `errors.conditions.${category}`,
  name: `errors.conditions.${category}`,
  raw: code,
  rule: text === undefined ? 'asReported' : 'derived',
  also: [{ source: 'errors.occurredAt', raw: occurredAt }],
  observedAt: occurredAt,
  receivedAt: null,
  collector: null,
});

/** A figure of one error with its evidence. */
function RowEvidence({ row, column, children }: { row: LogRow; column: EvidenceColumn; children: ReactNode }) {
  const t = useTranslations('errorHistory');
  const dates = useDates();
  return (
    <Evidence
      title={`${row.errorCode}, ${dates.dateTime(row.at)}: ${t(`columns.${column}`)}`}
      path="errors.logs"
      note={column === 'kind' ? t('made.kind') : undefined}
      reading={toReading(row, column)}
    >
      {children}
    </Evidence>
  );
}
