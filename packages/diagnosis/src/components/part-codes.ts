import type { TonerColor } from '@platen/contract/report-sections';

/** Part codes of the catalogue, which this package does not read; a test of the server holds them against it. Erasable blue has no parts of its own. */
export const drumCodes: Partial<Record<TonerColor, string>> = {
  black: '6250',
  yellow: '6251',
  magenta: '6252',
  cyan: '6253',
};
export const developerCodes: Partial<Record<TonerColor, string>> = {
  black: '6274',
  yellow: '6275',
  magenta: '6276',
  cyan: '6277',
};
export const secondTransferCode = '6321';
export const fuserCode = '6342';
