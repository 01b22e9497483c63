import type { Texts } from '../types.ts';

export const terms: Texts['terms'] = {
  accept: '同意する',
  accepting: '同意を登録しています',
  agreedVersion: '同意済み',
  decline: '同意しない',
  heading: 'ご利用の前に、規約への同意が必要です',
  hint: '規約の本文は英語です。内容をご確認のうえ、同意するかどうかを選択してください。同意されない場合はログアウトします。',
  latestVersion: '最新版',
  neverAgreed: 'なし',
  text: 'ご利用規約の全文（英語）',
};
