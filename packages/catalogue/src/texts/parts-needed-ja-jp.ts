import { downloads } from './ja-jp/downloads.ts';
import { partsNeeded } from './ja-jp/parts-needed.ts';
import type { PartsNeededTexts } from './types.ts';

/** As `parts-needed-en-us.ts`, in Japanese. */
export const texts: PartsNeededTexts = { downloads, partsNeeded };
