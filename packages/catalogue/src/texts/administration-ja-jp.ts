import { editing } from './ja-jp/editing.ts';
import { tokens } from './ja-jp/tokens.ts';
import type { AdministrationTexts } from './types.ts';

/** As `administration-en-us.ts`, in Japanese. */
export const texts: AdministrationTexts = {
  administration: { sections: '管理の項目', tokens: 'トークン', none: 'このエリアを利用する権限がありません。' },
  editing,
  tokens,
};
