import { headlines } from './ja-jp/headlines.ts';
import { visitPack } from './ja-jp/visit-pack.ts';
import type { VisitPackTexts } from './types.ts';

/** 訪問資料の日本語テキスト。 */
export const texts: VisitPackTexts = { headlines, visitPack };
