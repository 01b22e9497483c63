import { describe, expect, it } from 'vitest';
import { decideErrorCategory } from './error-category.ts';

describe('kind of an error', () => {
  it.each([
    ['E701', 'jamDF'],
    ['E703', 'jamDF'],
    ['E892', 'jamDF'],
    ['ED50', 'jamDF'],
    ['ED5D', 'jamDF'],
    ['E010', 'jamPrint'],
    ['E110', 'jamPrint'],
    ['E280', 'jamPrint'],
    ['E551', 'jamPrint'],
    ['E970', 'jamPrint'],
    ['EB60', 'jamPrint'],
    ['EBFF', 'jamPrint'],
    ['ED60', 'jamPrint'],
    ['ED84', 'jamPrint'],
    ['E9F0', 'jamFinisher'],
    ['EA10', 'jamFinisher'],
    ['EA50', 'jamFinisher'],
    ['EAFE', 'jamFinisher'],
    ['EC00', 'jamFinisher'],
    ['ECD0', 'jamFinisher'],
    ['ED10', 'jamFinisher'],
    ['ED16', 'jamFinisher'],
    ['ED17', 'jamPrint'],
    ['ED85', 'jamFinisher'],
    ['EDE6', 'jamFinisher'],
    ['EDE7', 'jamPrint'],
    ['EF29', 'jamFinisher'],
    ['C020', 'serviceCall'],
    ['CE20', 'serviceCall'],
    ['F124', 'serviceCall'],
    ['DA01', 'serviceCall'],
    ['D3B0', 'other'],
    ['D3B1', 'serviceCall'],
    ['D3B4', 'serviceCall'],
    ['D3B5', 'other'],
    ['D900', 'other'],
    ['D901', 'serviceCall'],
    ['D930', 'serviceCall'],
    ['D931', 'other'],
    ['D101', 'other'],
    ['2B80', 'other'],
    ['A28F', 'other'],
    ['', 'other'],
  ] as const)('PR-23 PR-24 PR-25 PR-26 PR-27: %s counts as %s', (code, category) => {
    expect(decideErrorCategory(code)).toBe(category);
  });

  it('takes a code in small letters', () => {
    expect(decideErrorCategory('ea50')).toBe('jamFinisher');
  });
});
