import { evidence } from './ja-jp/evidence.ts';
import { effects } from './ja-jp/visit-effects.ts';
import type { VisitEffectsTexts } from './types.ts';

/** As `visit-effects-en-us.ts`, in Japanese. */
export const texts: VisitEffectsTexts = { effects, evidence };
