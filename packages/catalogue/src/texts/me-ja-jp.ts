import { editing } from './ja-jp/editing.ts';
import { tokens } from './ja-jp/tokens.ts';
import type { MeTexts } from './types.ts';

/** As `me-en-us.ts`, in Japanese. */
export const texts: MeTexts = {
  editing,
  me: {
    settings: 'ポータル',
    language: '表示言語',
    zone: 'タイムゾーン',
    startArea: '最初に開くエリア',
    asBrowser: 'ブラウザの設定：{value}',
    deviceList: '機器',
    save: '保存',
    saved: '保存しました。',
    languageHint: '別の言語を選ぶと、ページを読み込み直します。',
    tokens: '自分のAPIトークン',
    signOut: 'すべてログアウト',
    signOutText:
      'このブラウザを含むすべてのブラウザと端末のログインを3秒以内に終了します。APIトークンはそのまま残ります。トークンは個別に無効化してください。',
    signOutTitle: 'すべてログアウトしますか？',
    channels: '自分の通知先と通知内容',
    areas: {
      devices: '機器',
      worklist: '対応一覧',
      visits: '訪問',
      supplies: '消耗品',
      meters: 'メーター',
      reports: 'レポート',
      rules: 'ルール',
      administration: '管理',
    },
  },
  tokens,
};
