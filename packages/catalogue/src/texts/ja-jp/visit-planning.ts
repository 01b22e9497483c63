import type { VisitPlanningTexts } from '../types.ts';

/** As in English. */
export const visitKinds: VisitPlanningTexts['planning']['kinds'] = {
  repair: '修理',
  maintenance: '保守',
  delivery: '納品',
  reading: '検針',
  installation: '設置',
  removal: '撤去',
  elsewhere: '外部で計画',
};

/** As in English. */
export const planFields: VisitPlanningTexts['planFields'] = {
  from: '開始',
  to: '終了',
  hoursWrong: '終了は開始より後にしてください。',
  device: '機器',
  deviceHint: 'シリアル番号、顧客、アドレス',
  noDevice: '該当する機器はありません。',
};

/** As `en-us/visit-planning.ts`, in Japanese. */
export const planning: VisitPlanningTexts['planning'] = {
  kinds: visitKinds,
  plan: '訪問を予定',
  on: '{date}に訪問',
  underWay: '訪問中',
  make: '新しい訪問',
  change: '訪問を変更',
  save: '保存',
  saveDraft: '下書きとして保存',
  submit: '予定する',
  called: '急な訪問',
  calledHint: '本日の自分の訪問として作成します。',
  begin: '訪問を作成',
  kind: '種類',
  day: '日付',
  dayHint: '日付がなければ下書きになります。',
  pastDay: '過ぎた日付です。',
  hours: '時刻（任意）',
  assignee: '訪問する人',
  unseen: '対象の機器をすべて閲覧できない{count, plural, other {#}}人は選択できません。',
  undecided: '未定',
  place: '場所',
  access: '入館方法',
  note: 'メモ',
  externalKey: '外部の番号',
  hint: 'お客様の従業員の個人情報は入力しないでください。',
  more: '場所・入館方法・メモ',
  devices: '機器',
  deviceNeeded: '先に機器を選択してください。',
  conditions: '訪問で対応する項目',
  noConditions: '対応一覧に未対応の項目はありません。',
  onVisit: '{date}の訪問で予定済み',
  tasks: 'その他の作業（1行に1件）',
  takeOut: '外す',
  takeOutOf: '{serial}を訪問から外す',
  recorded: '記録済み',
  unnamed: 'シリアル番号のない機器',
  further: {
    title: 'この顧客のほかの機器',
    search: '未対応の項目がある機器を検索',
    hint: '対応一覧の順です。選択したものだけが追加されます。',
    none: 'この顧客にほかの未対応の項目はありません。',
    noHit: '該当する機器はありません。',
    add: '追加',
    addOf: '{serial}を追加',
    more: 'ほか{count, plural, other {#件}}',
  },
  changed: { devices: '機器と項目', none: 'なし', state: '状態' },
};
