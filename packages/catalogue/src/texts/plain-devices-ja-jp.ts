import type { PlainDeviceTexts } from './types.ts';

/** As `plain-devices-en-us.ts`, in Japanese. */
export const texts: PlainDeviceTexts = {
  plainDevices: {
    figures: '台の機器{count, plural, other {}}',
    counts: {
      needsService: '{count, plural, other {#台がサービスを必要としています}}',
      silent: '{count, plural, other {#台からレポートがありません}}',
      unknown: '{count, plural, other {#台の状態は不明です}}',
    },
    caption: '機器',
    none: '機器はまだありません。',
    columns: {
      place: '設置場所',
      device: '機器',
      state: '状態',
      visit: '訪問予定',
      toner: '最初に空になるトナー',
      lastReport: '最終レポート',
    },
    states: {
      needsService: 'サービスが必要',
      silent: 'レポートなし',
      unknown: 'この機器は状態を報告しません',
      works: '正常',
    },
    knownSince: 'サービスが必要（販売店は{day}から把握）',
    notPlanned: '未定',
    noVisit: '予定なし',
    noPlace: '未登録',
    noModel: '機種は未報告',
    unknownToner: '不明',
    emptyFirst:
      '{color, select, yellow {イエロー} magenta {マゼンタ} cyan {シアン} black {ブラック} other {消えるブルー}}、{lower, number}～{upper, number}日',
    lowest:
      '{color, select, yellow {イエロー} magenta {マゼンタ} cyan {シアン} black {ブラック} other {消えるブルー}}、残り{percent, number}%',
    pages: {
      title: '月別ページ数',
      all: 'ページ',
      color: 'うちカラー',
      unknown: '不明',
    },
  },
};
