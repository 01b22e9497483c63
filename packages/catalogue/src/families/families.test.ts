import { describe, expect, it } from 'vitest';
import { families, findFamily, meets } from './families.ts';
import { modelsOf } from './models.ts';
import { partsOf } from './parts.ts';
import { settingCategories, settingCodes } from './settings.ts';

const specified = [
  ['MF-01', 'CASPIAN'],
  ['MF-02', 'MATTER'],
  ['MF-03', 'REUSS'],
  ['MF-04', 'REUSS2'],
  ['MF-05', 'REUSS3'],
  ['MF-06', 'REUSS3_HHH'],
  ['MF-07', 'SHASTA'],
  ['MF-08', 'SHASTA2'],
  ['MF-09', 'SHASTA3'],
  ['MF-10', 'SHASTINA'],
  ['MF-11', 'SHASTINA2'],
  ['MF-12', 'SHASTINA3'],
  ['MF-13', 'WEISS2_H'],
  ['MF-14', 'WEISS2_L'],
  ['MF-15', 'WEISS3_H'],
  ['MF-16', 'WEISS3_L'],
  ['MF-17', 'WEISS4_L'],
  ['MF-18', 'WEISS4_H'],
  ['MF-19', 'WEISS4_HHH'],
] as const;

describe('model families', () => {
  it.each(specified)('%s: %s is a family with settings, parts and models', (_row, code) => {
    expect(findFamily(code)?.code).toBe(code);
    for (const category of settingCategories) expect(settingCodes(code, category)).not.toEqual([]);
    expect(partsOf(code)).not.toEqual([]);
    expect(modelsOf(code)).not.toEqual([]);
  });

  it('MF-01..MF-19: there are these 19 families, in this order, and no other', () => {
    expect(families.map(({ code }) => code)).toEqual(specified.map(([, code]) => code));
    for (const code of ['', 'ALPHA', 'reuss', 'REUSS ', 'toString']) expect(findFamily(code)).toBeUndefined();
  });

  it('OQ-91: large paper is a trait of the H and HHH families', () => {
    for (const { code, largePaper } of families) expect([code, largePaper]).toEqual([code, /_H+$/.test(code)]);
  });

  it('a trait is met by its value, a list by what it contains, an unknown trait by no family', () => {
    const reuss = findFamily('REUSS');
    if (reuss === undefined) throw new Error('REUSS is missing');
    expect(meets(reuss, undefined)).toBe(true);
    expect(meets(reuss, { code: 'REUSS' })).toBe(true);
    expect(meets(reuss, { code: 'REUSS2' })).toBe(false);
    expect(meets(reuss, { color: true, head: 'laser' })).toBe(true);
    expect(meets(reuss, { color: true, head: 'led' })).toBe(false);
    expect(meets(reuss, { largeCapacityFeeders: 'O-LCF' })).toBe(true);
    expect(meets(reuss, { largeCapacityFeeders: 'Ex-LCF' })).toBe(false);
    expect(meets(reuss, { colour: true })).toBe(false);
    expect(meets(reuss, { colour: undefined })).toBe(false);
  });
});
