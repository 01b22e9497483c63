import type { Supply } from '@platen/contract/report-sections';
import { describe, expect, it } from 'vitest';
import { toTonerColors } from './toner-color.ts';

const colorOf = (description: string, more: Partial<Supply> = {}) =>
  toTonerColors([{ index: '1.1', description, type: 'toner', percent: { state: 'unknown' }, ...more }])[0];

describe('toner colours', () => {
  it.each([
    ['Black Toner 2', 'black'],
    ['Toner (Cyan)', 'cyan'],
    ['Tonerkartusche Gelb', 'yellow'],
    ['Toner jaune', 'yellow'],
    ['Cartouche d’encre noire', 'black'],
    ['Toner Schwarz', 'black'],
    ['シアントナー', 'cyan'],
    ['トナー（ブラック）', 'black'],
    ['Toner (K)', 'black'],
    ['TN-247BK', 'black'],
    ['e-Blue Toner', 'eBlue'],
    ['Light Cyan Ink', undefined],
    ['Cyan/Magenta/Yellow', undefined],
    ['CMY cartridge', undefined],
    ['Cartridge HP CF400X', undefined],
    ['AB-77K', undefined],
  ])('%s is %s', (description, color) => {
    expect(colorOf(description)).toBe(color);
  });

  it('the colorant decides if the description has no colour, and a contradiction yields none', () => {
    expect(colorOf('Cartridge one', { colorant: 'cyan' })).toBe('cyan');
    expect(colorOf('Magenta Toner', { colorant: 'cyan' })).toBeUndefined();
  });

  it('only toner and ink have a colour: no drum, no developer, no waste box', () => {
    expect(colorOf('Cyan Drum', { type: 'opc' })).toBeUndefined();
    expect(colorOf('Black Developer', { type: 'developer' })).toBeUndefined();
    expect(colorOf('Waste toner black', { type: 'other' })).toBeUndefined();
    expect(colorOf('Black toner', { class: 'receptacleThatIsFilled' })).toBeUndefined();
    expect(colorOf('Black toner', { type: 'other' })).toBe('black');
  });

  it('a letter at the end of a part number is a colour if three supplies differ only by it', () => {
    const set = ['X-8K', 'X-8C', 'X-8M', 'X-8Y'].map(
      (description, i): Supply => ({ index: `1.${i}`, description, type: 'toner', percent: { state: 'unknown' } }),
    );
    expect(toTonerColors(set)).toEqual(['black', 'cyan', 'magenta', 'yellow']);
    expect(toTonerColors(set.slice(0, 2))).toEqual([undefined, undefined]);
  });
});
