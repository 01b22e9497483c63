import { searchCriteria, searchDevices } from '@platen/contract/devices';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxLimit,
  checkBox,
  checkSearchText,
  emptySearchForm,
  isSearchable,
  type SearchForm,
  searchBoxes,
  takesSeveral,
  toCriteria,
  toForm,
  toList,
} from './search-rules.ts';

const bracketBoxes = ['models', 'customerNamesAndDescriptions', 'dealerNames'] as const;
const plainBoxes = ['mfpIdentifiers', 'customerNumbers', 'dealerNumbers', 'firmwareVersion'] as const;

describe('values of a box', () => {
  it('AS-08 AS-09: values are parted by commas, trimmed, and empty ones dropped', () => {
    expect(toList(' CKL248117 ,, CKL248131,\u3000,A-1\n')).toEqual(['CKL248117', 'CKL248131', 'A-1']);
    expect(toList('')).toEqual([]);
    expect(toList(' , ,')).toEqual([]);
  });
});

describe('length', () => {
  it('AS-10 AS-14 AS-16 AS-19 AS-21 AS-24 AS-26: 20,000 characters for identifiers, 1,024 for the others, of the raw text', () => {
    for (const box of searchBoxes) {
      const limit = box === 'mfpIdentifiers' ? 20_000 : 1024;
      expect(boxLimit(box)).toBe(limit);
      expect(checkBox(box, 'A'.repeat(limit))).toBeUndefined();
      expect(checkBox(box, 'A'.repeat(limit + 1))).toBe('tooLong');
      expect(checkBox(box, `${' '.repeat(limit)}A`)).toBe('tooLong');
    }
  });
});

describe('characters', () => {
  it.each([
    ['CKL248117, CKL-248131', undefined],
    ['  ck1 ,ck2 ', undefined],
    ['CKL248/17', 'notAllowed'],
    ['CKL2482_0', 'notAllowed'],
    ['ＣＫＬ１', 'notAllowed'],
    ['é1', 'notAllowed'],
    ['CKL248117、CKL1', 'notAllowed'],
    ['CKL 248117', 'innerSpace'],
    ['CKL1 CKL2, CKL3', 'innerSpace'],
    ['CKL1\nCKL2', 'innerSpace'],
  ] as const)('AS-11 AS-12: identifiers %j give %s', (text, fault) => {
    expect(checkBox('mfpIdentifiers', text)).toBe(fault);
  });

  it.each([
    ['C-100/2, 77', undefined],
    ['C_100', 'notAllowed'],
    ['C 100', 'innerSpace'],
  ] as const)('AS-17 AS-18: customer numbers %j give %s', (text, fault) => {
    expect(checkBox('customerNumbers', text)).toBe(fault);
  });

  it.each([
    ['D-2041, D-2043', undefined],
    ['D/2041', 'notAllowed'],
    ['D 2041', 'innerSpace'],
  ] as const)('AS-22 AS-23: dealer numbers %j give %s', (text, fault) => {
    expect(checkBox('dealerNumbers', text)).toBe(fault);
  });

  it.each([
    ['S310SY0J1650, S310-1', undefined],
    ['1.14', 'notAllowed'],
    ['S310 SY0', 'innerSpace'],
  ] as const)('AS-27 AS-28: firmware versions %j give %s', (text, fault) => {
    expect(checkBox('firmwareVersion', text)).toBe(fault);
  });

  it.each([
    ['東亜物産, Kessel & Braun', undefined],
    ['a < b, 3<4, <<, < a, <', undefined],
    ['R&D #1', undefined],
    ['<b', 'bracket'],
    ['x<Z', 'bracket'],
    ['<?xml', 'bracket'],
    ['<!--', 'bracket'],
    ['</p', 'bracket'],
    ['line\n<b', 'bracket'],
    ['&#60;', 'bracket'],
    ['a&#', 'bracket'],
  ] as const)('AS-15 AS-20 AS-25 AS-29 AS-30: names %j give %s', (text, fault) => {
    for (const box of bracketBoxes) expect(checkBox(box, text)).toBe(fault);
    expect(checkSearchText(text)).toBe(fault);
  });

  it('the free search text has at most 1,024 characters', () => {
    expect(checkSearchText('x'.repeat(1024))).toBeUndefined();
    expect(checkSearchText('x'.repeat(1025))).toBe('tooLong');
  });
});

describe('firmware comparison', () => {
  it.each(['lessThan', 'greaterThan', 'greaterThanEqual', 'lessThanEqual'] as const)(
    'AS-35: %s refuses a comma, even one without a second value',
    (matcher) => {
      expect(checkBox('firmwareVersion', 'S1,S2', matcher)).toBe('oneValue');
      expect(checkBox('firmwareVersion', 'S1,', matcher)).toBe('oneValue');
      expect(checkBox('firmwareVersion', 'S1', matcher)).toBeUndefined();
      expect(takesSeveral(matcher)).toBe(false);
    },
  );

  it.each(['equal', 'notEqual'] as const)('AS-35 AS-27: %s takes several versions', (matcher) => {
    expect(checkBox('firmwareVersion', 'S1, S2', matcher)).toBeUndefined();
    expect(takesSeveral(matcher)).toBe(true);
  });

  it('AS-35: a comma in another box does not depend on the comparison', () => {
    expect(checkBox('dealerNumbers', 'D1,D2', 'lessThan')).toBeUndefined();
  });
});

describe('search', () => {
  const filled = (values: Partial<SearchForm>): SearchForm => ({ ...emptySearchForm, ...values });

  it('AS-39: an empty form, or one of blanks and commas, cannot be searched', () => {
    expect(isSearchable(emptySearchForm)).toBe(false);
    expect(isSearchable(filled({ models: ' , ,', dealerNumbers: '\u3000' }))).toBe(false);
    expect(isSearchable(filled({ models: 'MFP' }))).toBe(true);
  });

  it('AS-40: a form that breaks any rule cannot be searched', () => {
    expect(isSearchable(filled({ models: 'MFP', dealerNames: '<b' }))).toBe(false);
    expect(isSearchable(filled({ firmwareVersion: 'S1,S2', matcher: 'lessThan' }))).toBe(false);
  });

  it('AS-44 AS-01 AS-02: only boxes with a value become criteria', () => {
    expect(toCriteria(filled({ mfpIdentifiers: 'A, B', dealerNames: ' , ' }))).toEqual({ mfpIdentifiers: ['A', 'B'] });
    expect(toCriteria(filled({ firmwareVersion: 'S1', matcher: 'lessThan' }))).toEqual({
      firmwareVersion: { matcher: 'lessThan', versions: ['S1'] },
    });
    expect(toCriteria(emptySearchForm)).toEqual({});
  });

  it('AS-33: the comparison is equal unless another is chosen', () => {
    expect(emptySearchForm.matcher).toBe('equal');
    expect(toForm({}).matcher).toBe('equal');
  });

  it('AS-42: the form shows the criteria in force again', () => {
    const form = filled({ models: '4525C, 6526C', firmwareVersion: 'S1', matcher: 'notEqual' });
    expect(toForm(toCriteria(form))).toEqual(form);
  });

  it('AS-40 AP-13: a form that breaks no rule always makes criteria that the server accepts', () => {
    const values = (unit: readonly string[]) => fc.string({ unit: fc.constantFrom(...unit), maxLength: 40 });
    const text = fc.oneof(
      values(['A', 'z', '0', '-', ',', ' ', '/', '\n']),
      values(['<', '&', '#', 'a', ',', '字', '!']),
    );
    const form = fc.record({
      mfpIdentifiers: text,
      models: text,
      customerNumbers: text,
      customerNamesAndDescriptions: text,
      dealerNumbers: text,
      dealerNames: text,
      firmwareVersion: text,
      matcher: fc.constantFrom('equal', 'notEqual', 'lessThan', 'greaterThan', 'greaterThanEqual', 'lessThanEqual'),
    });
    fc.assert(
      fc.property(form, (typed) => {
        const unchanged: SearchForm = { ...typed };
        const sound = searchBoxes.reduce<SearchForm>(
          (left, box) => (checkBox(box, left[box], left.matcher) === undefined ? left : { ...left, [box]: '' }),
          unchanged,
        );
        const criteria = toCriteria(sound);
        expect(searchCriteria.safeParse(criteria).error).toBeUndefined();
        expect(searchDevices.body?.safeParse({ ...criteria, offset: 0, limit: 100 }).success).toBe(true);
        expect(isSearchable(sound)).toBe(Object.keys(criteria).length > 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('AS-11: no plain box accepts a character outside its list', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...plainBoxes),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
        (box, text) => {
          const allowed = box === 'customerNumbers' ? /^[A-Za-z0-9/\s,-]*$/ : /^[A-Za-z0-9\s,-]*$/;
          expect(checkBox(box, text) === 'notAllowed').toBe(!allowed.test(text));
        },
      ),
    );
  });
});
