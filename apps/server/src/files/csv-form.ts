import { type Cell, formulaSigns, hidingSigns, toCsvRow, toSafeText } from '@platen/contract/csv';
import type { CellSeparator, DecimalMark } from '@platen/contract/meter-export-names';

/** How the cells of a CSV file are written (MX-01). */
export interface CsvForm {
  readonly separator: CellSeparator;
  readonly decimalMark: DecimalMark;
}

/** Where commas separate, a cell begins behind each; `toSafeText` covers the other signs. */
const behindComma = new RegExp(`,(?=${hidingSigns}${formulaSigns})`, 'gu');
const needsQuotes = { comma: /[",\r\n]/, semicolon: /[";\r\n]/ } as const;
const signs = { comma: ',', semicolon: ';' } as const;

/** One row by RFC 4180 with separator and decimal mark of the form; cells are made safe (CWE-1236). */
export function toSeparatedRow(cells: readonly Cell[], { separator, decimalMark }: CsvForm): string {
  if (separator === 'comma' && decimalMark === 'point') return toCsvRow(cells);
  const texts = cells.map((cell) => {
    const safe = toSafeText(cell);
    const text =
      typeof cell !== 'number'
        ? separator === 'semicolon'
          ? safe.replaceAll(behindComma, ",'")
          : safe
        : decimalMark === 'comma'
          ? safe.replace('.', ',')
          : safe;
    return needsQuotes[separator].test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(signs[separator])}\r\n`;
}
