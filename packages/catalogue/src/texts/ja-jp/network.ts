import type { DeviceTexts } from '../types.ts';

export const network: DeviceTexts['network'] = {
  fields: {
    ipAddress: 'IPアドレス',
    subnetMask: 'サブネットマスク',
    defaultGateway: 'デフォルトゲートウェイ',
    primaryDns: 'プライマリDNS',
    secondaryDns: 'セカンダリDNS',
    smtpServer: 'SMTPサーバー',
    macAddress: 'MACアドレス',
  },
  copied: '{name}をコピーしました',
  copy: '{name}をコピー',
  copyFailed: 'ブラウザーがコピーを許可しませんでした。',
  item: '項目',
  none: 'この機器からネットワークインターフェースは報告されていません。',
  nic_1st: '第1ネットワークインターフェース',
  nic_2nd: '第2ネットワークインターフェース',
  value: '値',
};
