import type { Cell } from '@platen/contract/csv';
import { type PartNumber, partNumberColumns } from '@platen/contract/part-numbers';
import { toCsvFile } from '../../../downloads/csv-file.ts';

/** Rows that are drawn at most; others are found by the search. */
export const mostDrawn = 300;

/** Part numbers with the text in one of their fields; case does not matter. */
export function findPartNumbers(rows: readonly PartNumber[], text: string): readonly PartNumber[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return rows;
  return rows.filter((row) =>
    [row.item, row.modelPattern, row.ownNumber, row.makerNumber, row.name].some(
      (field) => field?.toLowerCase().includes(wanted) === true,
    ),
  );
}

const examples: readonly PartNumber[] = [
  {
    item: '6342',
    modelPattern: '*',
    makerNumber: '6LK12345000',
    ownNumber: '4409-F',
    name: 'Fuser belt',
    pieces: 1,
    minutes: 25,
  },
  {
    item: 'toner.magenta',
    modelPattern: 'C55*',
    makerNumber: 'T-FC556M',
    ownNumber: '5520-M',
    name: null,
    pieces: 1,
    minutes: null,
  },
];

const toCells = (row: PartNumber): Cell[] => [
  row.item,
  row.modelPattern,
  row.makerNumber,
  row.ownNumber,
  row.name,
  row.pieces,
  row.minutes,
];

/** The table as the upload takes it; without rows two examples. */
export function toPartNumberFile(rows: readonly PartNumber[] = examples): Blob {
  return toCsvFile(partNumberColumns, rows.map(toCells));
}
