import { gzipSync } from 'node:zlib';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { texts as administrationEnglish } from './administration-en-us.ts';
import { texts as administrationJapanese } from './administration-ja-jp.ts';
import { texts as advancedSearchEnglish } from './advanced-search-en-us.ts';
import { texts as advancedSearchJapanese } from './advanced-search-ja-jp.ts';
import { texts as areaEnglish } from './areas-en-us.ts';
import { texts as areaJapanese } from './areas-ja-jp.ts';
import { texts as codeHistoryEnglish } from './code-history-en-us.ts';
import { texts as codeHistoryJapanese } from './code-history-ja-jp.ts';
import { texts as deliveryEnglish } from './delivery-en-us.ts';
import { texts as deliveryJapanese } from './delivery-ja-jp.ts';
import { texts as deviceEnglish } from './device-en-us.ts';
import { texts as deviceJapanese } from './device-ja-jp.ts';
import { messages as messagesEnglish } from './en-us/messages.ts';
import { meterFile as meterFileEnglish } from './en-us/meter-file.ts';
import { worklistFile as worklistFileEnglish } from './en-us/worklist-file.ts';
import { texts as startEnglish } from './en-us.ts';
import { texts as invitationEnglish } from './invitation-en-us.ts';
import { texts as invitationJapanese } from './invitation-ja-jp.ts';
import { messages as messagesJapanese } from './ja-jp/messages.ts';
import { meterFile as meterFileJapanese } from './ja-jp/meter-file.ts';
import { worklistFile as worklistFileJapanese } from './ja-jp/worklist-file.ts';
import { texts as startJapanese } from './ja-jp.ts';
import { texts as jobEnglish } from './jobs-en-us.ts';
import { texts as jobJapanese } from './jobs-ja-jp.ts';
import { texts as ledgerEnglish } from './ledger-en-us.ts';
import { texts as ledgerJapanese } from './ledger-ja-jp.ts';
import { texts as meEnglish } from './me-en-us.ts';
import { texts as meJapanese } from './me-ja-jp.ts';
import { texts as metersEnglish } from './meters-en-us.ts';
import { texts as metersJapanese } from './meters-ja-jp.ts';
import { texts as partsNeededEnglish } from './parts-needed-en-us.ts';
import { texts as partsNeededJapanese } from './parts-needed-ja-jp.ts';
import { texts as plainDevicesEnglish } from './plain-devices-en-us.ts';
import { texts as plainDevicesJapanese } from './plain-devices-ja-jp.ts';
import { texts as reportingEnglish } from './reporting-en-us.ts';
import { texts as reportingJapanese } from './reporting-ja-jp.ts';
import { texts as ruleWordsEnglish } from './rule-words-en-us.ts';
import { texts as ruleWordsJapanese } from './rule-words-ja-jp.ts';
import { texts as rulesEnglish } from './rules-en-us.ts';
import { texts as rulesJapanese } from './rules-ja-jp.ts';
import { texts as visitEffectsEnglish } from './visit-effects-en-us.ts';
import { texts as visitEffectsJapanese } from './visit-effects-ja-jp.ts';
import { texts as visitFiguresEnglish } from './visit-figures-en-us.ts';
import { texts as visitFiguresJapanese } from './visit-figures-ja-jp.ts';
import { texts as visitPackEnglish } from './visit-pack-en-us.ts';
import { texts as visitPackJapanese } from './visit-pack-ja-jp.ts';
import { texts as visitPlanningEnglish } from './visit-planning-en-us.ts';
import { texts as visitPlanningJapanese } from './visit-planning-ja-jp.ts';
import { texts as visitRecordEnglish } from './visit-record-en-us.ts';
import { texts as visitRecordJapanese } from './visit-record-ja-jp.ts';
import { texts as visitsEnglish } from './visits-en-us.ts';
import { texts as visitsJapanese } from './visits-ja-jp.ts';
import { texts as worklistEnglish } from './worklist-en-us.ts';
import { texts as worklistJapanese } from './worklist-ja-jp.ts';
import { texts as worklistRowEnglish } from './worklist-row-en-us.ts';
import { texts as worklistRowJapanese } from './worklist-row-ja-jp.ts';

const english = {
  ...startEnglish,
  ...administrationEnglish,
  ...plainDevicesEnglish,
  ...invitationEnglish,
  ...meEnglish,
  ...advancedSearchEnglish,
  ...areaEnglish,
  ...deviceEnglish,
  ...codeHistoryEnglish,
  ...ledgerEnglish,
  ...metersEnglish,
  ...jobEnglish,
  ...partsNeededEnglish,
  ...deliveryEnglish,
  ...reportingEnglish,
  ...ruleWordsEnglish,
  ...rulesEnglish,
  ...visitRecordEnglish,
  ...visitEffectsEnglish,
  ...visitFiguresEnglish,
  ...visitPackEnglish,
  ...visitPlanningEnglish,
  ...visitsEnglish,
  ...worklistEnglish,
  ...worklistRowEnglish,
  messages: messagesEnglish,
  worklistFile: worklistFileEnglish,
  meterFile: meterFileEnglish,
};
const japanese = {
  ...startJapanese,
  ...administrationJapanese,
  ...plainDevicesJapanese,
  ...invitationJapanese,
  ...meJapanese,
  ...advancedSearchJapanese,
  ...areaJapanese,
  ...deviceJapanese,
  ...codeHistoryJapanese,
  ...ledgerJapanese,
  ...metersJapanese,
  ...jobJapanese,
  ...partsNeededJapanese,
  ...deliveryJapanese,
  ...reportingJapanese,
  ...ruleWordsJapanese,
  ...rulesJapanese,
  ...visitRecordJapanese,
  ...visitEffectsJapanese,
  ...visitFiguresJapanese,
  ...visitPackJapanese,
  ...visitPlanningJapanese,
  ...visitsJapanese,
  ...worklistJapanese,
  ...worklistRowJapanese,
  messages: messagesJapanese,
  worklistFile: worklistFileJapanese,
  meterFile: meterFileJapanese,
};

type Tree = { readonly [key: string]: string | Tree };

const flatten = (tree: Tree, path = ''): [path: string, message: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flatten(value, `${path}${key}.`),
  );
const messages = { 'en-us': new Map(flatten(english)), 'ja-jp': new Map(flatten(japanese)) };
const paths = [...messages['en-us'].keys()];

/** All elements of a message, those inside plurals and tags too. */
const elements = (message: string): MessageFormatElement[] => walk(parse(message, { requiresOtherClause: true }));
const walk = (list: readonly MessageFormatElement[]): MessageFormatElement[] =>
  list.flatMap((element) => {
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return [element, ...Object.values(element.options).flatMap((option) => walk(option.value))];
    return element.type === TYPE.tag ? [element, ...walk(element.children)] : [element];
  });
const argumentsOf = (message: string): string[] =>
  [
    ...new Set(
      elements(message).flatMap((element) =>
        element.type === TYPE.literal || element.type === TYPE.pound ? [] : [`${element.value}:${element.type}`],
      ),
    ),
  ].toSorted();
const literalsOf = (message: string): string =>
  elements(message)
    .map((element) => (element.type === TYPE.literal ? element.value : ' '))
    .join('');

describe('both catalogues', () => {
  it('IX-01: have the same keys in every area', () => {
    expect([...messages['ja-jp'].keys()].toSorted()).toEqual(paths.toSorted());
    expect(paths.length).toBeGreaterThan(300);
  });

  it.each(['en-us', 'ja-jp'] as const)(
    'IX-01: every message of %s is ICU syntax that parses, and none is empty',
    (locale) => {
      const isSound = (message: string) =>
        message.trim() !== '' && !/\s{2}/.test(message) && elements(message).length > 0;
      for (const [path, message] of messages[locale])
        expect({ path, sound: isSound(message) }).toEqual({ path, sound: true });
    },
  );

  it('IX-01: take the same arguments, in the same form', () => {
    const wanted = (locale: 'en-us' | 'ja-jp') =>
      paths.map((path) => [path, argumentsOf(messages[locale].get(path) ?? '')]);
    expect(wanted('ja-jp')).toEqual(wanted('en-us'));
  });

  it('IX-01: have no straight apostrophe, which ICU reads as a quote', () => {
    const all = [...messages['en-us'], ...messages['ja-jp']];
    expect(all.filter(([, message]) => message.includes("'"))).toEqual([]);
  });
});

describe('the Japanese catalogue', () => {
  /** Names that a Japanese service manual writes in Latin letters too. */
  const latin = new Set(
    'Platen Remote Diagnosis Tool URL PM DF AMP NIC OS HDD SSD PFC LED IP DNS SMTP MAC SNMP IPP LCF SFB CE CSV PNG ADF ADU SATA Webhook Webhooks Incoming Teams Slack https API UTC Linux Debian Ubuntu Windows Docker Raspberry Pi Lite ARM PC MB SHA udp tcp mDNS UDP TCP HTTPS SNMPv'.split(
      ' ',
    ),
  );

  /** What is typed as it stands. */
  const commands =
    /npm run [\w:]+|PLATEN_\w+|「enrol」|--proxy \S+|「--remote manage」|"remote": "manage"|remote: (?:off|see)|「platen-collector status」|name@example\.com|https:\/\/hooks\.slack\.com\/services/g;

  it('IX-01 HD-24: no English is left in it', () => {
    const left = [...messages['ja-jp']].flatMap(([path, message]) =>
      (
        literalsOf(message)
          .replaceAll(commands, '')
          .match(/[A-Za-z]{2,}/g) ?? []
      )
        .filter((word) => !latin.has(word))
        .map((word) => [path, word]),
    );
    expect(left).toEqual([]);
  });

  it('IX-01: a sentence ends with the Japanese full stop, never with a Latin one', () => {
    const wrong = paths.filter((path) => {
      const [en, ja] = [messages['en-us'].get(path) ?? '', messages['ja-jp'].get(path) ?? ''];
      return en.endsWith('.') !== ja.endsWith('。') || ja.endsWith('.');
    });
    expect(wrong).toEqual([]);
  });
});

describe('titles of the screens', () => {
  it.each([
    ['login', 'Login'],
    ['terms', 'Terms of Use'],
    ['deviceList', 'Device List'],
    ['profile', 'Profile'],
    ['counter', 'Counter'],
    ['error', 'Error'],
    ['firmware', 'Firmware'],
    ['pmParts', 'PM Parts'],
    ['failureSign', 'Failure Sign'],
    ['errorTrend', 'Error Trend'],
    ['information', 'Information'],
    ['errorInformation', 'Error Information'],
    ['code05', '05 Codes'],
    ['code05Setting', '05 Code Settings'],
    ['code08', '08 Codes'],
    ['code08Setting', '08 Code Settings'],
    ['code13', '13 Codes'],
    ['notification', 'Notification'],
    ['advancedSearch', 'Advanced Search'],
    ['network', 'Network'],
    ['toner', 'Toner'],
    ['notFound', 'Invalid URL'],
  ] as const)('HD-02..HD-23: the title of %s is "%s"', (screen, title) => {
    expect(english.header.titles[screen]).toBe(title);
  });

  it('IX-09 HD-24: the Japanese catalogue has the same set of titles, all different', () => {
    expect(Object.keys(japanese.header.titles)).toEqual(Object.keys(english.header.titles));
    const titles = Object.values(japanese.header.titles);
    expect(new Set(titles).size).toBe(titles.length);
    expect(japanese.header.titles.terms).toBe('ご利用規約');
    expect(japanese.header.titles.toner).toBe('トナー');
  });

  it('OQ-61: the tabs are labelled with the titles of their screens', () => {
    for (const texts of [english, japanese]) expect(texts.header.titles).toMatchObject(texts.detail.tabs);
  });
});

describe('wording that the specification gives', () => {
  it('NF-01 NF-02 NF-03: texts for nothing there', () => {
    expect(english.deviceList.empty).toBe('No devices');
    expect(english.common.noDataFound).toBe('No data found!');
    expect(english.common.noData).toBe('No data');
    expect(english.common.nothingToDisplay).toBe('Nothing to display');
  });

  it('columns of the device list and entries of the menu', () => {
    expect(Object.values(english.deviceList.columns)).toEqual([
      'Status',
      'Serial Number',
      'Model',
      'Customer',
      'Description',
    ]);
    expect(english.header.menu).toEqual({ information: 'Information', terms: 'Terms of Use', logout: 'Logout' });
  });

  it('AS-03..AS-07 AS-34 AS-36: categories, comparisons and the tip of the advanced search', () => {
    expect(Object.values(english.advancedSearch.category)).toEqual([
      'MFP Identifier',
      'Model',
      'Customer',
      'Dealer',
      'Firmware',
    ]);
    expect(Object.keys(english.advancedSearch.matcher)).toEqual([
      'equal',
      'notEqual',
      'lessThan',
      'greaterThan',
      'greaterThanEqual',
      'lessThanEqual',
    ]);
    expect(english.advancedSearch.tip.oneValue).toBe('Please enter one value.');
  });

  it('FW-01..FW-14: labels of the 14 versions, in the order of the screen', () => {
    expect(Object.entries(english.firmware.fields)).toEqual([
      ['system', 'System software'],
      ['OS', 'System (OS)'],
      ['engine', 'Engine'],
      ['scan', 'Scan'],
      ['NIC', 'NIC'],
      ['DF', 'DF'],
      ['finisher', 'Finisher'],
      ['holePunch', 'Hole punch'],
      ['fax1', 'Fax 1'],
      ['fax2', 'Fax 2'],
      ['HDD', 'HDD'],
      ['PFC', 'PFC'],
      ['feed', 'Feed'],
      ['LED', 'LED'],
    ]);
  });

  it('labels of a network interface, in the order of the screen', () => {
    expect(Object.values(english.network.fields)).toEqual([
      'IP address',
      'Subnet mask',
      'Default gateway',
      'Primary DNS',
      'Secondary DNS',
      'SMTP server',
      'MAC address',
    ]);
  });
});

describe('the failure sign screen', () => {
  it('labels of a replacement part', () => {
    expect(english.failureSign.part).toMatchObject({
      name: 'Part',
      exhaustionRate: 'Exhaustion rate',
      lifeRate: 'Life rate against threshold',
      predictedFailure: 'Predicted failure',
      predictedMonth: 'Predicted month',
      lastReplaced: 'Last replaced',
    });
    expect(japanese.failureSign.part).toMatchObject({
      name: '部品',
      exhaustionRate: '消耗率',
      lifeRate: 'しきい値に対する寿命率',
      predictedFailure: '故障予測日',
      predictedMonth: '故障予測月',
      lastReplaced: '最終交換日',
    });
  });

  it('FS-19 FS-20: labels of the warning threshold and of its release', () => {
    expect(english.failureSign.part.warningThreshold).toBe('Warning threshold');
    expect(english.failureSign.part.releaseThreshold).toBe('Warning-release threshold');
    expect(japanese.failureSign.part.warningThreshold).toBe('警告しきい値');
    expect(japanese.failureSign.part.releaseThreshold).toBe('警告解除しきい値');
  });

  it('names of the nine predicted components', () => {
    const names = [
      'fuser',
      'secondTransfer',
      'feedRoller',
      'developer',
      'imageQualitySensor',
      'imageControlError',
      'polygonalMotor',
      'drum',
      'hdd',
    ];
    for (const { failureSign } of [english, japanese]) {
      expect(Object.keys(failureSign.component)).toEqual(names);
      expect(new Set(Object.values(failureSign.component)).size).toBe(9);
    }
  });
});

describe('plurals', () => {
  const pluralsOf = (message: string) =>
    elements(message).flatMap((element) => (element.type === TYPE.plural ? [Object.keys(element.options)] : []));

  it('IX-01: English has a form for one and one for the others, Japanese one for all', () => {
    const found = paths.filter((path) => pluralsOf(messages['en-us'].get(path) ?? '').length > 0);
    expect(found.length).toBeGreaterThan(5);
    for (const path of found) {
      for (const forms of pluralsOf(messages['en-us'].get(path) ?? ''))
        expect([path, forms]).toEqual([path, ['one', 'other']]);
      for (const forms of pluralsOf(messages['ja-jp'].get(path) ?? ''))
        expect([path, forms]).toEqual([path, ['other']]);
    }
  });
});

it.each(['en-us', 'ja-jp'] as const)(
  'IX-01: the texts of %s stay small, as they are loaded with the application and the first screen of a device',
  (locale) => {
    const [start, device] = locale === 'en-us' ? [startEnglish, deviceEnglish] : [startJapanese, deviceJapanese];
    expect(gzipSync(JSON.stringify(start)).length).toBeLessThan(7 * 1024);
    expect(gzipSync(JSON.stringify(device)).length).toBeLessThan(11.1 * 1024);
  },
);
