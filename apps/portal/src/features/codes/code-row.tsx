/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
import { memo, type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import type { CodeKind, ComparedWith } from '../../device/code-queries.ts';
import { toCodeReading } from '../../device/code-reading.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Unknown } from '../../ui/readout.tsx';
import windowed from '../../ui/windowed/windowed-table.module.css';
import type { CodeColumn, CodeRow } from './code-rows.ts';
import styles from './codes.module.css';

interface CodeTableRowProps {
  readonly row: CodeRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly CodeColumn[];
  readonly texts: RowTexts;
  /** Where the setting of the code is; undefined for code 13. */
  readonly href: string | undefined;
  readonly kind: CodeKind;
  /** The one row that Tab reaches. */
  readonly isActive: boolean;
  /**
   * Under the pointer or the keyboard: its values have evidence cards. All others are plain text, for speed.
   */
  readonly isLive: boolean;
}

const rowClass = classNames(windowed.row, styles.row);

const evidenceOf: Readonly<Partial<Record<CodeColumn, string>>> = {
  current: 'currentValue',
  mode: 'modeValue',
  average: 'averageValue',
  level: 'outlierLevel',
};

const toSource = (note: string | undefined, path: string) => (note === undefined ? { path } : { note });

/** One code. Without hooks or listeners of its own: thousands of these are scrolled through. */
export const CodeTableRow = memo(function CodeTableRow(props: CodeTableRowProps) {
  const { row, index, top, height, columns, texts, href, kind, isActive, isLive } = props;
  return (
    <tr
      role="row"
      className={rowClass}
      data-index={index}
      data-flagged={row.isFlagged || undefined}
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      style={{ top, height }}
    >
      {columns.map((column) => {
        const key = evidenceOf[column];
        const content = cells[column](row, texts, { href });
        return (
          <td
            key={column}
            role="gridcell"
            className={column === 'main' || column === 'sub' ? 'code' : undefined}
            data-column={column}
            data-level={column === 'level' ? (row.level ?? undefined) : undefined}
          >
            {isLive && key !== undefined ? (
              <Evidence
                title={texts.evidenceTitle(row, column)}
                {...toSource(texts.ownDevices(column), `codes.${kind}.${key}`)}
                {...(column === 'current' && {
                  reading: toCodeReading(kind, row, row.reported),
                  note: texts.alertRule(row),
                })}
                {...(column === 'level' && row.inputs !== undefined && { inputs: [{ inputs: row.inputs }] })}
              >
                {content}
              </Evidence>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
});

/** Texts of all rows, created once. */
export interface RowTexts {
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

const toFleetValue = (value: ReactNode, texts: RowTexts): ReactNode =>
  value ?? (
    <span className={styles.unknown}>
      <span aria-hidden="true">-</span>
      <span className="vh">{texts.notCompared}</span>
    </span>
  );

/** What stands in the cells of a row, by column. */
const cells: Readonly<Record<CodeColumn, (row: CodeRow, texts: RowTexts, link: SettingLink) => ReactNode>> = {
  main: ({ main }) => main,
  sub: ({ sub }) => sub ?? <span className="quiet">-</span>,
  current: ({ current, isFlagged }, texts) => {
    if (current === null) return <Unknown boxed>{texts.notReported}</Unknown>;
    if (!isFlagged) return current;
    return (
      <b className={styles.reached}>
        {current}
        <span className="vh"> {texts.alertReached}</span>
      </b>
    );
  },
  mode: ({ mode }, texts) => toFleetValue(mode, texts),
  average: ({ average }, texts) => toFleetValue(average, texts),
  level: ({ level }, texts) =>
    toFleetValue(
      level === null ? null : (
        <>
          <OutlierPips level={level} />
          {level}
        </>
      ),
      texts,
    ),
  setting: (row, texts, { href }) => (
    <a
      href={href}
      data-setting
      // On paper a threshold is worth its room, the bare way to set one is not.
      data-alert={row.alert !== null || undefined}
      data-print={row.alert === null ? 'none' : undefined}
      tabIndex={-1}
      aria-label={texts.settingOf(row)}
    >
      {row.alert === null ? texts.setting : texts.alert(row.alert)}
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

/** The texts of the rows, the same object as long as the language stays: rows compare it. */
export function useRowTexts(kind: CodeKind, comparedWith?: ComparedWith): RowTexts {
  const t = useTranslations('codes');
  const explain = useTranslations('codeSettings.explain');
  const common = useTranslations('common');
  return useMemo(() => {
    const nameOf = ({ main, sub }: CodeRow) =>
      sub === null ? `${kind}-${main}` : `${kind}-${t('name', { main: String(main), sub: String(sub) })}`;
    const alert: RowTexts['alert'] = ({ side, value }) =>
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
        const change = t('settingOf', { code: nameOf(row) });
        return row.alert === null ? change : `${alert(row.alert)}${common('list.separator')}${change}`;
      },
      evidenceTitle: (row, column) => t('evidenceTitle', { code: nameOf(row), column: t(`columns.${column}`) }),
    };
  }, [kind, t, explain, common, comparedWith]);
}

/**
 * The table as copied and downloaded: the rows as searched and sorted, the columns as shown; unknown in
 * words.
 */
export function toTableRows(rows: readonly CodeRow[], columns: readonly CodeColumn[], texts: RowTexts) {
  const cellOf = (row: CodeRow, column: CodeColumn): string | number | null => {
    if (column === 'current') return row.current ?? texts.notReported;
    if (column === 'setting') return row.alert === null ? null : texts.alert(row.alert);
    if (column === 'main' || column === 'sub') return row[column];
    return row[column] ?? texts.notCompared;
  };
  return rows.map((row) => columns.map((column) => cellOf(row, column)));
}
