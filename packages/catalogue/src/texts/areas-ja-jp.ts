import type { AreaTexts } from './types.ts';

/** As `areas-en-us.ts`, in Japanese. */
export const texts: AreaTexts = {
  areas: {
    label: 'エリア',
    devices: '機器',
    worklist: '対応一覧',
    visits: '訪問',
    meters: 'メーター',
    rules: 'ルール',
    administration: '管理',
    startHere: 'ここから始める',
    startsHere: 'ここから開始',
    startHint: 'ログイン後、最初にこのエリアを開きます。',
    needsConnection: 'オフラインです。この画面には接続が必要です。',
    storedVisits: '保存済みの訪問',
  },
};
