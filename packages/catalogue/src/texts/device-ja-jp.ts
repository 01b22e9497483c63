import { codeSettings, codes } from './ja-jp/codes.ts';
import { counter } from './ja-jp/counter.ts';
import { downloads } from './ja-jp/downloads.ts';
import { errorHistory, errorTrend } from './ja-jp/error-history.ts';
import { evidence } from './ja-jp/evidence.ts';
import { failureSign } from './ja-jp/failure-sign.ts';
import { charts, figures, judged } from './ja-jp/figures.ts';
import { machine } from './ja-jp/machine.ts';
import { pmParts, toner } from './ja-jp/supplies.ts';
import { firmware, network } from './ja-jp/system.ts';
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
  evidence,
  failureSign,
  figures,
  firmware,
  judged,
  machine,
  network,
  pmParts,
  toner,
};
