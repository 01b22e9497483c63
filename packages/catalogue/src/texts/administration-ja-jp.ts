import { audit } from './ja-jp/audit.ts';
import { collectorFleet } from './ja-jp/collector-fleet.ts';
import { collectorRemote } from './ja-jp/collector-remote.ts';
import { collectorRollout } from './ja-jp/collector-rollout.ts';
import { deviceFacts } from './ja-jp/device-facts.ts';
import { downloads } from './ja-jp/downloads.ts';
import { editing } from './ja-jp/editing.ts';
import { meterCodes } from './ja-jp/meter-codes.ts';
import { models } from './ja-jp/models.ts';
import { notifications } from './ja-jp/notifications.ts';
import { organisations } from './ja-jp/organisations.ts';
import { partNumbers } from './ja-jp/part-numbers.ts';
import { people } from './ja-jp/people.ts';
import { siteCollectors } from './ja-jp/site-collectors.ts';
import { tokens } from './ja-jp/tokens.ts';
import { visitImport } from './ja-jp/visit-import.ts';
import type { AdministrationTexts } from './types.ts';

/** As `administration-en-us.ts`, in Japanese. */
export const texts: AdministrationTexts = {
  administration: {
    sections: '管理の項目',
    organisations: '組織',
    people: 'ユーザー',
    devices: '機器',
    collectors: 'コレクター',
    siteCollectors: 'コレクター',
    tokens: 'トークン',
    partNumbers: '部品番号',
    visitImport: '過去の訪問',
    meterCodes: 'メーターコード',
    models: '機種表',
    notifications: 'お知らせ',
    audit: '監査記録',
    none: 'このエリアを利用する権限がありません。',
    exportFailed: 'エクスポートできませんでした。',
  },
  deviceFacts,
  audit,
  downloads,
  collectorFleet,
  collectorRemote,
  collectorRollout,
  editing,
  meterCodes,
  models,
  notifications,
  organisations,
  people,
  partNumbers,
  siteCollectors,
  tokens,
  visitImport,
};
