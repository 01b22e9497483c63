import type { Texts } from '../types.ts';

export const popups: Texts['popups'] = {
  information: { copyright: '著作権', copyrightLine: '© {years} {name}', version: 'バージョン' },
  noData: 'データがありません',
  notification: {
    content: '内容',
    empty: '表示する項目がありません',
    failed: 'お知らせを読み込めませんでした。',
    published: '掲載日',
    table: 'お知らせ（新しい順）',
  },
};
