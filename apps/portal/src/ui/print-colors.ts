import type { TonerColor } from '@platen/contract/report-sections';

/** The print colours in their order everywhere: K Y M C B (design README, Chart rules). */
export const printColors = ['black', 'yellow', 'magenta', 'cyan', 'eBlue'] as const satisfies readonly TonerColor[];

export const printLetters = {
  black: 'K',
  yellow: 'Y',
  magenta: 'M',
  cyan: 'C',
  eBlue: 'B',
} as const satisfies Readonly<Record<TonerColor, string>>;
export type PrintLetter = (typeof printLetters)[TonerColor];

/** What there is of each colour, in the order of the colours; what is of one colour keeps its own order. */
export const inPrintOrder = <Part extends { readonly color: TonerColor }>(parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((a, b) => printColors.indexOf(a.color) - printColors.indexOf(b.color));
