import type { Texts } from '../types.ts';

export const notFound: Texts['notFound'] = {
  hint: 'アドレスの入力誤り、または古いアドレスの可能性があります。',
  noScreen: '<path>{address}</path> に対応する画面はありません。',
  title: '無効なURL',
  toDeviceList: '機器一覧',
  toLogin: 'ログイン',
};
