import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import type { CodeKind, ComparedWith } from '../../device/code-queries.ts';
import { Unknown } from '../../ui/readout.tsx';
import type { CodeRow } from './code-rows.ts';
import styles from './codes.module.css';
import type { CodeColumn } from './columns.ts';

/** Words of all rows, asked for once. */
export interface RowWords {
  readonly notReported: string;
  readonly notCompared: string;
  readonly alertReached: string;
  readonly setting: string;
  readonly nameOf: (row: CodeRow) => string;
  readonly settingOf: (row: CodeRow) => string;
  readonly alert: (alert: NonNullable<CodeRow['alert']>) => string;
  /** What the thresholds of a row do, for the card of its current value; undefined where none is set. */
  readonly alertRule: (row: CodeRow) => string | undefined;
  /**
   * The devices that a column is compared with where they are those the user may see: no call says more of
   * them.
   */
  readonly ownDevices: (column: CodeColumn) => string | undefined;
  readonly evidenceTitle: (row: CodeRow, column: CodeColumn) => string;
}
interface SettingLink {
  readonly href: string | undefined;
}

const toFleetValue = (value: ReactNode, words: RowWords): ReactNode =>
  value ?? (
    <span className={styles.unknown}>
      <span aria-hidden="true">-</span>
      <span className="vh">{words.notCompared}</span>
    </span>
  );

/** What stands in the cells of a row, by column. */
export const cells: Readonly<Record<CodeColumn, (row: CodeRow, words: RowWords, link: SettingLink) => ReactNode>> = {
  main: ({ main }) => main,
  sub: ({ sub }) => sub ?? <span className="quiet">-</span>,
  current: ({ current, isFlagged }, words) => {
    if (current === null) return <Unknown boxed>{words.notReported}</Unknown>;
    if (!isFlagged) return current;
    return (
      <b className={styles.reached}>
        {current}
        <span className="vh"> {words.alertReached}</span>
      </b>
    );
  },
  mode: ({ mode }, words) => toFleetValue(mode, words),
  average: ({ average }, words) => toFleetValue(average, words),
  level: ({ level }, words) =>
    toFleetValue(
      level === null ? null : (
        <>
          <OutlierPips level={level} />
          {level}
        </>
      ),
      words,
    ),
  setting: (row, words, { href }) => (
    <a
      href={href}
      data-setting
      // On paper a threshold is worth its room, the bare way to set one is not.
      data-alert={row.alert !== null || undefined}
      data-print={row.alert === null ? 'none' : undefined}
      tabIndex={-1}
      aria-label={words.settingOf(row)}
    >
      {row.alert === null ? words.setting : words.alert(row.alert)}
    </a>
  ),
};

/**
 * Three pips, as many filled as the level says; one element, for a table has hundreds. Next to the digit or a
 * name, never alone.
 */
export function OutlierPips({ level }: { level: number }) {
  return <span className={styles.pips} data-level={level} aria-hidden="true" />;
}

/** The words of the rows, the same object as long as the language stays: rows compare it. */
export function useRowWords(kind: CodeKind, comparedWith?: ComparedWith): RowWords {
  const t = useTranslations('codes');
  const explain = useTranslations('codeSettings.explain');
  const common = useTranslations('common');
  return useMemo(() => {
    const nameOf = ({ main, sub }: CodeRow) =>
      sub === null ? `${kind}-${main}` : `${kind}-${t('name', { main: String(main), sub: String(sub) })}`;
    const alert: RowWords['alert'] = ({ side, value }) =>
      t(side === 'low' ? 'alertLow' : 'alertHigh', { value: String(value) });
    const noteOf = (group: ComparedWith['usual'] | undefined) =>
      group?.scope === 'visible' ? t('fleet.devicesOf.visible', { name: group.name, count: group.devices }) : undefined;
    const notes = { usual: noteOf(comparedWith?.usual), levels: noteOf(comparedWith?.levels) };
    return {
      ownDevices: (column) =>
        column === 'level' ? notes.levels : column === 'mode' || column === 'average' ? notes.usual : undefined,
      notReported: common('notReported'),
      notCompared: t('notCompared'),
      alertReached: t('alertReached'),
      setting: t('columns.setting'),
      nameOf,
      alert,
      alertRule: ({ alert: set }) =>
        set === null
          ? undefined
          : explain(set.clear === null ? 'highAlone' : set.side, {
              alert: String(set.value),
              clear: String(set.clear),
            }),
      settingOf: (row) => {
        const words = t('settingOf', { code: nameOf(row) });
        return row.alert === null ? words : `${alert(row.alert)}${common('list.separator')}${words}`;
      },
      evidenceTitle: (row, column) => t('evidenceTitle', { code: nameOf(row), column: t(`columns.${column}`) }),
    };
  }, [kind, t, explain, common, comparedWith]);
}

/**
 * The table as copied and downloaded: the rows as searched and sorted, the columns as shown; unknown in
 * words.
 */
export function toTableRows(rows: readonly CodeRow[], columns: readonly CodeColumn[], words: RowWords) {
  const cellOf = (row: CodeRow, column: CodeColumn): string | number | null => {
    if (column === 'current') return row.current ?? words.notReported;
    if (column === 'setting') return row.alert === null ? null : words.alert(row.alert);
    if (column === 'main' || column === 'sub') return row[column];
    return row[column] ?? words.notCompared;
  };
  return rows.map((row) => columns.map((column) => cellOf(row, column)));
}
