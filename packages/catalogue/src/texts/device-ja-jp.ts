import { charts } from './ja-jp/charts.ts';
import { codeSettings } from './ja-jp/code-settings.ts';
import { codes } from './ja-jp/codes.ts';
import { errorHistory } from './ja-jp/error-history.ts';
import { errorTrend } from './ja-jp/error-trend.ts';
import { counter } from './ja-jp/counter.ts';
import { downloads } from './ja-jp/downloads.ts';
import { failureSign } from './ja-jp/failure-sign.ts';
import { figures } from './ja-jp/figures.ts';
import { firmware } from './ja-jp/firmware.ts';
import { judged } from './ja-jp/judged.ts';
import { network } from './ja-jp/network.ts';
import { pmParts } from './ja-jp/pm-parts.ts';
import { toner } from './ja-jp/toner.ts';
import type { DeviceTexts } from './types.ts';

/**
 * The interface texts of the device screens in Japanese, by area; ICU messages. Loaded with the first of
 * these screens.
 */
export const texts: DeviceTexts = {
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
};
