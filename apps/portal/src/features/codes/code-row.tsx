/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the layout takes the table's own boxes away, and in some browsers their roles with them */
import { memo } from 'react';
import type { CodeKind } from '../../device/code-queries.ts';
import { toCodeReading } from '../../device/code-reading.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import windowed from '../../ui/windowed/windowed-table.module.css';
import { cells, type RowTexts } from './code-cells.tsx';
import type { CodeRow } from './code-rows.ts';
import styles from './codes.module.css';
import type { CodeColumn } from './columns.ts';

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
