/** Paper sources by name, and the document feeder. */
export const paperSourceNames = {
  ADF: '原稿送り装置',
  bypass: '手差し',
  CST1: 'カセット1',
  CST2: 'カセット2',
  CST3: 'カセット3',
  CST4: 'カセット4',
  LCF: '大容量給紙',
  TLCF: 'タンデム大容量給紙',
  OLCF: '外付け大容量給紙',
  O2LCF: '外付け大容量給紙2',
  SFB: '手差し',
  ADU: '両面ユニット',
} as const;
