import { adviceId } from '@platen/contract/advice-ids';
import { describe, expect, it } from 'vitest';
import { adviceMessage } from './advice/advice-message.ts';
import { explainCode } from './device-codes/device-codes.ts';
import { feedTable, partName } from './families/parts.ts';
import { decodeSetting } from './families/settings.ts';
import { texts as english } from './texts/device-en-us.ts';
import { texts as japanese } from './texts/device-ja-jp.ts';
import { texts as commonEnglish } from './texts/en-us.ts';
import { texts as commonJapanese } from './texts/ja-jp.ts';

const locales = ['en-us', 'ja-jp'] as const;
const texts = { 'en-us': english, 'ja-jp': japanese };
const statusTexts = { 'en-us': commonEnglish.status, 'ja-jp': commonJapanese.status };
/**
 * Paper sources of the device calls, by their name in the table of feed parts, which holds the one name of
 * each.
 */
const sources = [
  ['CST1', 'cassette1'],
  ['CST2', 'cassette2'],
  ['CST3', 'cassette3'],
  ['CST4', 'cassette4'],
  ['LCF', 'LCF'],
  ['TLCF', 'T-LCF'],
  ['OLCF', 'O-LCF'],
  ['O2LCF', 'O2-LCF'],
  ['SFB', 'SFB'],
] as const;

describe('a unit has one name on every screen', () => {
  it.each(sources)('PN-19 FS-24: %s is named alike in parts, failure sign and advice', (source, feedName) => {
    const named = feedTable.sources.find((one) => one.source === feedName);
    for (const locale of locales) {
      const name = named?.[locale] ?? 'none';
      expect(texts[locale].failureSign.source[source]).toBe(name);
      const id = adviceId({ component: 'feedParts', unit: source, severity: 'nextVisit' });
      const advice = adviceMessage(id, locale);
      expect(advice).toContain(locale === 'en-us' ? `feed rollers of the ${name} at` : `次回訪問時に${name}の`);
    }
  });

  it.each([
    ['fuser', 'fuser'],
    ['secondTransfer', 'secondTransfer'],
    ['feedParts', 'feedRoller'],
    ['developer', 'developer'],
    ['drum', 'drum'],
    ['polygonalMotor', 'polygonalMotor'],
    ['imageQualitySensor', 'imageQualitySensor'],
    ['storage', 'hdd'],
  ] as const)('DL-04 FS-13: a sign of %s is named in the status as on the failure sign screen', (sign, component) => {
    for (const [status, name] of [
      [statusTexts['en-us'], english.failureSign.component[component]],
      [statusTexts['ja-jp'], japanese.failureSign.component[component]],
    ] as const)
      expect(status.sign[sign].toLowerCase().split(/[:：] ?/)[1]).toBe(name.toLowerCase());
  });

  it.each([
    ['D947', 'cassette2'],
    ['D94A', 'LCF'],
  ])('DM-004 PN-21 PN-22: the place of device code %s is named as its feed parts', (code, feedName) => {
    const named = feedTable.sources.find((one) => one.source === feedName);
    for (const locale of locales) expect(explainCode(code, locale).place).toBe(named?.[locale]);
  });

  it('MF-28 MF-29 PN-21 PN-22: coded settings name cassettes and LCF as the feed parts do', () => {
    for (const locale of locales)
      for (const [code, feedName] of [
        ['2', 'LCF'],
        ['3', 'cassette1'],
        ['4', 'cassette2'],
      ] as const)
        expect(decodeSetting('REUSS', 'paperSource', code, locale)).toBe(
          feedTable.sources.find((one) => one.source === feedName)?.[locale],
        );
  });

  it.each([
    ['ADF', 'E703'],
    ['ADU', 'E280'],
    ['bypass', 'D945'],
  ] as const)('DM-004 FS-24: %s is named alike in failure sign, advice and the place of %s', (source, code) => {
    for (const locale of locales) {
      const name = texts[locale].failureSign.source[source];
      expect(explainCode(code, locale).place).toBe(name);
      const id = adviceId({ component: 'feedParts', unit: source, severity: 'nextVisit' });
      expect(adviceMessage(id, locale)?.toLowerCase()).toContain(name.toLowerCase());
    }
  });

  it('PN-10 FS-02 FS-23: the secondary transfer roller is named alike in parts, failure sign and advice', () => {
    for (const locale of locales) {
      const name = partName('REUSS', '6321', locale) ?? 'none';
      expect(texts[locale].failureSign.component.secondTransfer).toBe(name);
      const id = adviceId({ component: 'secondTransfer', severity: 'now' });
      expect(adviceMessage(id, locale)?.toLowerCase()).toContain(name.toLowerCase());
    }
  });
});
