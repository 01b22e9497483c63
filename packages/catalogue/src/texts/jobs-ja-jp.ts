import type { JobTexts } from './types.ts';

/** As `jobs-en-us.ts`, in Japanese. */
export const texts: JobTexts = {
  jobs: {
    label: '処理中',
    kinds: {
      worklistActions: '{total, plural, other {#項目}}中{done, number}項目',
      ruleTrial: '{total, plural, other {#台}}中{done, number}台',
      visitImport: '{total, plural, other {#行}}中{done, number}行',
      meterSettle: '{total, plural, other {#行}}中{done, number}行',
      meterClose: '{total, plural, other {#台}}中{done, number}台',
      metersAt: '{total, plural, other {#台}}中{done, number}台',
    },
    waiting: '開始を待っています。',
    mayLeave: 'このページを離れても処理は続きます。',
  },
};
