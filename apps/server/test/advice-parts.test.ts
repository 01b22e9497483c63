import { families } from '@platen/catalogue/families/families';
import { partName, partsOf } from '@platen/catalogue/families/parts';
import { adviceId, allAdvice } from '@platen/contract/advice-ids';
import { partsOfAdvice } from '@platen/diagnosis/judge/advice-parts';
import { describe, expect, it } from 'vitest';

const nameOf = (code: string) =>
  families.map((family) => partName(family.code, code, 'en-us')).find((name) => name !== undefined);
const none: ReadonlySet<string> = new Set();
const partsOfEach = [...allAdvice()].map(([id, advice]) => ({ advice, codes: partsOfAdvice(id, none) }));
const named = (component: string, variant?: string) =>
  partsOfEach
    .filter(({ advice }) => advice.component === component)
    .filter(({ advice }) => variant === undefined || advice.variant === variant)
    .flatMap(({ codes }) => codes.map(nameOf));

describe('parts that an advice asks for', () => {
  it('every part code is one of the catalogue', () => {
    const codes = new Set(partsOfEach.flatMap(({ codes }) => codes));
    expect(codes.size).toBeGreaterThan(30);
    expect([...codes].filter((code) => nameOf(code) === undefined)).toEqual([]);
  });

  it('FS-22 FS-23 FS-25 FS-26: it is the part that the text speaks of, in its colour', () => {
    expect(new Set(named('fuser'))).toEqual(new Set(['Fuser belt']));
    expect(new Set(named('secondTransfer'))).toEqual(new Set(['Secondary transfer roller']));
    expect(new Set(named('developer', 'magenta'))).toEqual(new Set(['Developer (M)']));
    expect(new Set(named('drum', 'black'))).toEqual(new Set(['Photosensitive drum (K)']));
  });

  it('FS-24: feed parts are those of the drawer', () => {
    const codes = partsOfAdvice(adviceId({ component: 'feedParts', unit: 'CST2', severity: 'now' }), none);
    expect(codes.map(nameOf)).toEqual([
      '2nd cassette pickup roller',
      '2nd cassette feed roller',
      '2nd cassette separation roller',
    ]);
  });

  it('FS-24: of the document feeder a family gets the parts that it counts', () => {
    for (const { code } of families) {
      const reported = new Set(partsOf(code).map((part) => part.code));
      const codes = partsOfAdvice(adviceId({ component: 'feedParts', unit: 'ADF', severity: 'now' }), reported);
      expect(codes).toHaveLength(3);
      expect(codes.every((one) => reported.has(one))).toBe(true);
    }
  });
});
