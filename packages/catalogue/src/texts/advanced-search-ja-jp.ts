import type { AdvancedSearchTexts } from './types.ts';

/** As `advanced-search-en-us.ts`, in Japanese. */
export const texts: AdvancedSearchTexts = {
  advancedSearch: {
    cancel: 'キャンセル',
    category: {
      mfpIdentifier: '機器識別番号',
      model: '機種',
      customer: '顧客',
      dealer: '販売店',
      firmware: 'ファームウェア',
    },
    characters: '{count, number} / {limit, number}',
    field: {
      mfpIdentifiers: 'シリアル番号',
      models: '名称',
      customerNumbers: '番号',
      customerNamesAndDescriptions: '名称・備考',
      dealerNumbers: '番号',
      dealerNames: '名称',
      firmwareVersion: 'バージョン',
    },
    hint: 'すべての欄の条件に一致する機器を検索します。1つの欄に複数の値がある場合は、いずれかに一致すれば該当します。',
    matcher: {
      equal: '等しい',
      notEqual: '等しくない',
      lessThan: 'より小さい',
      greaterThan: 'より大きい',
      greaterThanEqual: '以上',
      lessThanEqual: '以下',
    },
    matcherLabel: '比較方法',
    placeholder: { many: 'カンマ区切りで入力', one: '値を1つ入力' },
    search: '検索',
    tip: {
      bracket: '山かっこ（直後に英字、?、!、/ が続く開きかっこ）と「&#」は使用できません。',
      identifiers: '半角英数字とハイフンのみ、{limit}文字以内で入力してください。',
      innerSpace: '値の途中に空白は使用できません。値はカンマで区切ってください。',
      notAllowedNumber: '半角英数字、ハイフン、スラッシュのみ使用できます。',
      notAllowedPlain: '半角英数字とハイフンのみ使用できます。',
      oneValue: '値を1つだけ入力してください。',
      tooLong: '{limit}文字以内で入力してください。',
    },
  },
};
