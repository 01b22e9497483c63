import { downloads } from './ja-jp/downloads.ts';
import { evidence } from './ja-jp/evidence.ts';
import { headlines } from './ja-jp/headlines.ts';
import { effects } from './ja-jp/visit-effects.ts';
import { visitFigures } from './ja-jp/visit-figures.ts';
import type { VisitFiguresTexts } from './types.ts';

/** As `visit-figures-en-us.ts`, in Japanese. */
export const texts: VisitFiguresTexts = { downloads, effects, evidence, headlines, visitFigures };
