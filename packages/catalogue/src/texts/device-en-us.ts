import { codeSettings, codes } from './en-us/codes.ts';
import { counter } from './en-us/counter.ts';
import { downloads } from './en-us/downloads.ts';
import { errorHistory, errorTrend } from './en-us/error-history.ts';
import { evidence } from './en-us/evidence.ts';
import { failureSign } from './en-us/failure-sign.ts';
import { charts, figures, judged } from './en-us/figures.ts';
import { machine } from './en-us/machine.ts';
import { pmParts, toner } from './en-us/supplies.ts';
import { firmware, network } from './en-us/system.ts';

/**
 * The interface texts of the device screens in English, by area; ICU messages. Loaded with the first of
 * these screens.
 */
export const texts = {
  charts,
  codeSettings,
  codes,
  errorHistory,
  errorTrend,
  counter,
  downloads,
  evidence,
  failureSign,
  figures,
  firmware,
  judged,
  machine,
  network,
  pmParts,
  toner,
} as const;
