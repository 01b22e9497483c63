import { isDeepStrictEqual } from 'node:util';
import type { AdviceComponent, AdviceSeverity } from '@platen/contract/advice';
import { type AdviceUnit, type AdviceVariant, allAdvice, parseAdviceId } from '@platen/contract/advice-ids';
import { paperSources } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locales } from '../locale.ts';
import { adviceMessage } from './advice-message.ts';

const idOf = (component: AdviceComponent, severity: AdviceSeverity, unit: AdviceUnit, variant: AdviceVariant) => {
  const wanted = { component, unit, variant, severity };
  return [...allAdvice()].find(([, advice]) => isDeepStrictEqual(advice, wanted))?.[0] ?? '';
};
const en: TextOf = (component, severity, unit = 'whole', variant = 'any') =>
  adviceMessage(idOf(component, severity, unit, variant), 'en-us');
const ja: TextOf = (component, severity, unit = 'whole', variant = 'any') =>
  adviceMessage(idOf(component, severity, unit, variant), 'ja-jp');
type TextOf = (
  component: AdviceComponent,
  severity: AdviceSeverity,
  unit?: AdviceUnit,
  variant?: AdviceVariant,
) => string | undefined;

const colors = ['black', 'yellow', 'magenta', 'cyan', 'eBlue'] as const;

describe('ids', () => {
  it('FS-21: 10101001 is advice about the fuser', () => {
    expect(parseAdviceId('10101001')).toEqual({ component: 'fuser', unit: 'whole', variant: 'any', severity: 'watch' });
    expect(adviceMessage('10101001', 'en-us')).toBe('Watch the fuser belt and have a new one ready.');
    expect(adviceMessage('10101001', 'ja-jp')).toBe('定着ベルトの状態に注意し、交換部品を手配してください。');
  });

  it('FS-21: every id has a text in both languages', () => {
    const ids = [...allAdvice().keys()];
    expect(ids.length).toBe(356);
    expect(ids.filter((id) => locales.some((locale) => (adviceMessage(id, locale) ?? '').trim() === ''))).toEqual([]);
  });

  it('FS-21: whatever is no id of the scheme has no text in either language', () => {
    const known = allAdvice();
    const digits = fc.integer({ min: 0, max: 99_999_999 }).map((value) => String(value).padStart(8, '0'));
    fc.assert(
      fc.property(fc.oneof(digits, fc.string(), fc.constantFrom('__proto__', 'constructor', '10101001 ', '')), (id) => {
        for (const locale of locales) expect(adviceMessage(id, locale) !== undefined).toBe(known.has(id));
      }),
    );
  });
});

describe('advice by part', () => {
  it('FS-22: fuser', () => {
    expect(en('fuser', 'nextVisit')).toMatch(/^Replace the fuser belt at the next visit\. /);
    expect(ja('fuser', 'now')).toMatch(/^ただちに定着ベルトを交換してください。/);
  });

  it('FS-23: secondary transfer roller', () => {
    expect(en('secondTransfer', 'nextVisit')).toBe('Replace the secondary transfer roller at the next visit.');
    expect(ja('secondTransfer', 'nextVisit')).toBe('次回訪問時に2次転写ローラーを交換してください。');
  });

  it.each(paperSources)('FS-24: feed parts of %s have advice of their own', (unit) => {
    const others = paperSources.filter((source) => source !== unit);
    for (const textOf of [en, ja]) {
      expect(textOf('feedParts', 'nextVisit', unit)).toBeDefined();
      expect(others.map((other) => textOf('feedParts', 'nextVisit', other))).not.toContain(
        textOf('feedParts', 'nextVisit', unit),
      );
    }
  });

  it('FS-24: feed parts by paper type', () => {
    expect(en('feedParts', 'nextVisit', 'CST2')).toBe(
      'Replace the feed rollers of the 2nd cassette at the next visit.',
    );
    expect(en('feedParts', 'nextVisit', 'LCF')).toBe('Replace the feed rollers of the LCF at the next visit.');
    expect(en('feedParts', 'now', 'CST2', 'thick')).toBe(
      'Replace the feed rollers of the 2nd cassette (thick paper) now.',
    );
    expect(ja('feedParts', 'now', 'CST2', 'recycled')).toBe(
      'ただちに2段目カセットの給紙ローラー（再生紙）を交換してください。',
    );
    const papers = ['any', 'plain', 'recycled', 'thick', 'otherPaper'] as const;
    expect(new Set(papers.map((paper) => en('feedParts', 'watch', 'bypass', paper))).size).toBe(papers.length);
  });

  it.each([
    ['black', 'Replace the black developer now.', 'ただちにブラックの現像剤を交換してください。'],
    ['yellow', 'Replace the yellow developer now.', 'ただちにイエローの現像剤を交換してください。'],
    ['magenta', 'Replace the magenta developer now.', 'ただちにマゼンタの現像剤を交換してください。'],
    ['cyan', 'Replace the cyan developer now.', 'ただちにシアンの現像剤を交換してください。'],
    ['eBlue', 'Replace the erasable blue developer now.', 'ただちに消せるブルーの現像剤を交換してください。'],
  ] as const)('FS-25: developer %s', (color, english, japanese) => {
    expect(en('developer', 'now', 'whole', color)).toBe(english);
    expect(ja('developer', 'now', 'whole', color)).toBe(japanese);
  });

  it('FS-26: drum K, and the drums of the other colours', () => {
    expect(en('drum', 'nextVisit', 'whole', 'black')).toBe('Replace the black drum at the next visit.');
    expect(ja('drum', 'nextVisit', 'whole', 'black')).toBe('次回訪問時にブラックの感光体ドラムを交換してください。');
    for (const textOf of [en, ja])
      expect(new Set(colors.map((color) => textOf('drum', 'now', 'whole', color))).size).toBe(colors.length);
  });

  it('FS-27 FS-28: failures CE20 and CE40', () => {
    expect(en('CE20', 'nextVisit')).toMatch(/^Clean the image quality sensor at the next visit: .*CE20/);
    expect(en('CE40', 'nextVisit')).toMatch(/^Check the developers and the transfer belt at the next visit: .*CE40/);
    expect(ja('CE20', 'now')).toMatch(/CE20/);
    expect(ja('CE40', 'now')).toMatch(/CE40/);
  });

  it('FS-29: check of the laser unit', () => {
    expect(en('laserUnit', 'nextVisit')).toBe('Check the laser unit (LSU) at the next visit and clean its slit glass.');
    expect(ja('laserUnit', 'nextVisit')).toMatch(/レーザーユニット（LSU）を点検/);
  });

  it('FS-30: failure of the polygonal motor, as a whole and by colour', () => {
    expect(en('polygonalMotor', 'now')).toBe('Replace the laser unit now: the polygonal motor fails.');
    expect(en('polygonalMotor', 'now', 'whole', 'cyan')).toBe(
      'Replace the laser unit now: the polygonal motor for cyan fails.',
    );
    expect(ja('polygonalMotor', 'watch', 'whole', 'cyan')).toMatch(/^ポリゴンモーター（シアン）/);
  });

  it('image quality sensor by colour, storage by port and kind', () => {
    expect(en('imageQualitySensor', 'nextVisit', 'whole', 'yellow')).toBe(
      'Clean the image quality sensor for yellow at the next visit.',
    );
    expect(en('storage', 'nextVisit', 'port1', 'SSD')).toBe(
      'Back up the SSD at SATA port 1 and replace it at the next visit.',
    );
    expect(ja('storage', 'watch', 'port0', 'storage')).toMatch(/^SATAポート0のストレージをバックアップし/);
  });

  it('at severity 00 the text is the name of the part', () => {
    expect(en('fuser', 'name')).toBe('Fuser belt');
    expect(en('feedParts', 'name', 'CST2')).toBe('Feed rollers of the 2nd cassette');
    expect(ja('drum', 'name', 'whole', 'black')).toBe('ブラックの感光体ドラム');
  });
});
