/** As `en-us/finding.ts`, in Japanese. */
export const finding = {
  movedAddress: 'アドレスが{before}から{now}へ変わりました',
  duplicateSerial: '同じシリアル番号の機器が2台あります（{before}と{now}）',
  boardSerial: '基板が交換されました（シリアル番号：{before}から{now}）',
  boardMac: '基板が交換されました（MACアドレス：{before}から{now}）',
  boardCounter: '基板の交換またはメモリーの消去がありました（カウンター：{before}から{now}）',
  other: '{before}から{now}へ変わりました',
} as const;
