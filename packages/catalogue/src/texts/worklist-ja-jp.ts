import { downloads } from './ja-jp/downloads.ts';
import { headlines } from './ja-jp/headlines.ts';
import { worklist } from './ja-jp/worklist.ts';
import type { WorklistTexts } from './types.ts';

/** As `worklist-en-us.ts`, in Japanese. */
export const texts: WorklistTexts = { downloads, headlines, worklist };
