import { useMemo } from 'react';
import { useTranslations } from 'use-intl/react';
import type { CodeKind, ComparedWith } from '../../device/code-queries.ts';
import type { RowWords } from './code-cells.tsx';
import type { CodeRow } from './code-rows.ts';
import type { CodeColumn } from './columns.ts';

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
