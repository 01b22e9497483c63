import type { DeviceTexts } from '../types.ts';

export const firmware: DeviceTexts['firmware'] = {
  component: '構成部位',
  fields: {
    system: 'システムソフトウェア',
    OS: 'システム（OS）',
    engine: 'エンジン',
    scan: 'スキャン',
    NIC: 'NIC',
    DF: 'DF',
    finisher: 'フィニッシャー',
    holePunch: 'ホールパンチ',
    fax1: 'ファクス1',
    fax2: 'ファクス2',
    HDD: 'HDD',
    PFC: 'PFC',
    feed: '給紙',
    LED: 'LED',
  },
  reported: '{total, number}項目中{count, number}項目が報告されています',
  title: 'ファームウェアバージョン',
  version: 'バージョン',
};

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
