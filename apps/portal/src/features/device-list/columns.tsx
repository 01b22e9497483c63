import {
  type DeviceListItem,
  type SortColumn,
  type StatusReason,
  sortColumns,
  sortKeysOf,
} from '@platen/contract/devices';
import type { ReactNode } from 'react';
import { StatusShape } from '../../ui/status-mark.tsx';
import type { CodeMessage } from '../../ui/use-reason-text.ts';
import styles from './device-table.module.css';
import { toSortText } from './model.ts';

/** A device with the texts that its row shows. */
export interface ShownDevice {
  readonly device: DeviceListItem;
  readonly href: string;
  readonly statusText: string;
  /** The code on the panel, and the reason as a text. */
  readonly code: string | null;
  readonly reason: string | undefined;
  /** In place of a serial that was not reported. */
  readonly unknownSerial: string;
  /** The link to the device's row of the worklist (WL-65), or to the visit that is ahead of it (VP-01). */
  readonly work: { readonly href: string; readonly text: string; readonly label: string } | undefined;
}

interface Column {
  /** Track of the grid. */
  readonly width: string;
  /** The whole text of a cell that may be cut. */
  readonly toTitle?: (shown: ShownDevice) => string | undefined;
  readonly toCell: (shown: ShownDevice) => ReactNode;
}

/** px: 128 for a serial of 14 characters, 160 for a model of 19. */
const serialWidth = 128;
const modelWidth = 160;

/** A column that shows the text it is sorted by. */
const textColumn = (name: SortColumn, width: string): Column => {
  const [key = []] = sortKeysOf(name);
  return {
    width,
    toTitle: ({ device }) => toSortText(device, key) ?? undefined,
    toCell: ({ device }) => toSortText(device, key) ?? <span className={styles.none}>-</span>,
  };
};

/**
 * Width and content of each column of the contract; on a narrow screen the style sheet places some and hides
 * the rest.
 */
export const columns: Readonly<Record<SortColumn, Column>> = {
  status: {
    width: 'minmax(0, 1fr)',
    toTitle: ({ code, reason }) => (reason === undefined ? undefined : `${code ?? ''} ${reason}`.trim()),
    toCell: ({ device, statusText, code, reason, work }) => (
      <>
        <StatusShape status={device.status} />
        <span className={styles.word}>{statusText}</span>
        {code !== null || reason !== undefined ? (
          <span className={styles.reason}>
            {code === null ? null : <span className={styles.code}>{code}</span>} {reason}
          </span>
        ) : null}
        {work === undefined ? null : (
          <a
            href={work.href}
            tabIndex={-1}
            className={styles.worklist}
            data-worklist=""
            aria-label={work.label}
            title={work.label}
          >
            {work.text}
          </a>
        )}
      </>
    ),
  },
  serial: {
    width: `${serialWidth}px`,
    toCell: ({ device, href, unknownSerial }) => (
      <a href={href} tabIndex={-1} className={device.serial === null ? styles.unknown : undefined}>
        {device.serial ?? unknownSerial}
      </a>
    ),
  },
  model: textColumn('model', `${modelWidth}px`),
  customer: textColumn('customer', '21%'),
  description: textColumn('description', '19%'),
};

/** Width of a character of a serial in px at the body's size, and the cell's padding on both sides. */
const codeCharacter = 7.2;
const padding = 21;
/** What a long serial leaves to the model, px. */
const minModelWidth = 40;

/**
 * Width of a serial's cell in px; undefined for the width of the column. A serial is never cut (design
 * README): a longer one takes its room from the model of its own row, so that no other column and no other
 * row moves.
 */
export function toLongSerialWidth(serial: string | null): number | undefined {
  const needed = Math.ceil((serial?.length ?? 0) * codeCharacter) + padding;
  return needed <= serialWidth ? undefined : Math.min(serialWidth + modelWidth - minModelWidth, needed);
}

/**
 * The tracks as a style; with the width of a long serial those of its row. React's type of a style has no
 * custom properties.
 */
export function toTracks(longSerial?: number): Record<`--${string}`, string> {
  const own: Partial<Record<SortColumn, string>> =
    longSerial === undefined ? {} : { serial: `${longSerial}px`, model: `${serialWidth + modelWidth - longSerial}px` };
  return { '--columns': sortColumns.map((name) => own[name] ?? columns[name].width).join(' ') };
}

/** The text after the status: the code on the panel, and what it and the reason mean. */
interface RowReason {
  code: string | null;
  text: string | undefined;
}

/** The code whose message the row shows. */
export const toRowCode = ({ statusReason, deviceCode }: DeviceListItem): string | null =>
  statusReason?.source === 'deviceCode' ? statusReason.code : deviceCode;

/**
 * The reason comes first, as the most severe; then the message of the code on the panel (OQ-102), or the
 * device's own text where the catalogue has none. Repeated texts appear once, and a code without a message is
 * shown alone.
 */
export function toRowReason(
  device: DeviceListItem,
  format: (reason: StatusReason) => string,
  messageOf: CodeMessage,
): RowReason {
  const code = toRowCode(device);
  const reason = device.statusReason;
  const isCode = reason?.source === 'deviceCode';
  const texts = [
    reason === null || isCode ? undefined : format(reason),
    code === null ? undefined : messageOf(code),
    isCode ? reason.text?.trim() : undefined,
  ].filter((one) => one !== undefined && one !== '');
  return { code, text: texts.length === 0 ? undefined : [...new Set(texts)].join(' · ') };
}
