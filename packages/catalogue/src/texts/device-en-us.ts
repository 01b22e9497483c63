import { charts } from './en-us/charts.ts';
import { codeSettings } from './en-us/code-settings.ts';
import { codes } from './en-us/codes.ts';
import { errorHistory } from './en-us/error-history.ts';
import { errorTrend } from './en-us/error-trend.ts';
import { counter } from './en-us/counter.ts';
import { downloads } from './en-us/downloads.ts';
import { failureSign } from './en-us/failure-sign.ts';
import { figures } from './en-us/figures.ts';
import { firmware } from './en-us/firmware.ts';
import { judged } from './en-us/judged.ts';
import { network } from './en-us/network.ts';
import { pmParts } from './en-us/pm-parts.ts';
import { toner } from './en-us/toner.ts';

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
  failureSign,
  figures,
  firmware,
  judged,
  network,
  pmParts,
  toner,
} as const;
