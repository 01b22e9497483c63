import type { TonerColor } from '@platen/contract/report-sections';

/** Letters of the print colours in their order everywhere: K Y M C B (design README, Chart rules). */
export const printLetters = {
  black: 'K',
  yellow: 'Y',
  magenta: 'M',
  cyan: 'C',
  eBlue: 'B',
} as const satisfies Readonly<Record<TonerColor, string>>;
const order = Object.keys(printLetters);

export const inPrintOrder = <Part extends { readonly color: TonerColor }>(parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((a, b) => order.indexOf(a.color) - order.indexOf(b.color));
