import type { DeviceListItem } from '@platen/contract/devices';

export interface ColumnWidths {
  serial: number;
  model: number;
}

/** Width of a character in px at the body's size, and the cell's padding on both sides. */
const codeCharacter = 7.2;
const textCharacter = 7.2;
const wideCharacter = 13;
const padding = 21;

/** Kana, ideographs, Hangul and their full-width kin are a square each (Unicode UAX #11). */
const wide = /[\u1100-\u115f\u2e80-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g;

const toTextWidth = (text: string): number => {
  const squares = text.match(wide)?.length ?? 0;
  return squares * wideCharacter + (text.length - squares) * textCharacter;
};

/** Widths of the design (128 and 120 px) where they do; a serial is never cut (design README), a model only when very long. */
export function toColumnWidths(rows: readonly Pick<DeviceListItem, 'serial' | 'model'>[]): ColumnWidths {
  let serial = 0;
  let model = 0;
  for (const row of rows) {
    serial = Math.max(serial, row.serial?.length ?? 0);
    model = Math.max(model, row.model === null ? 0 : toTextWidth(row.model));
  }
  return {
    serial: Math.max(128, Math.min(340, Math.ceil(serial * codeCharacter) + padding)),
    model: Math.max(120, Math.min(210, Math.ceil(model) + padding)),
  };
}
