import { describe, expect, it } from 'vitest';
import { anyText, oneOf, parseArguments, whole } from '../src/lib/arguments.ts';

const forms = [whole('devices', 1000), anyText('call'), whole('days', 200, 0), oneOf('routes', 'pack')] as const;
const parse = (...texts: string[]) => parseArguments('api', forms, texts);

describe('the arguments of a benchmark', () => {
  it('are read in their order; what is left out has its default', () => {
    expect(parse()).toEqual([1000, '', 200, '']);
    expect(parse('5', 'list', '0', 'routes')).toEqual([5, 'list', 0, 'routes']);
  });

  it.each([
    [['--help'], "devices must be a whole number from 1, not '--help'"],
    [['0'], "devices must be a whole number from 1, not '0'"],
    [['1e3'], 'devices must be a whole number'],
    [['NaN'], 'devices must be a whole number'],
    [['-5'], 'devices must be a whole number'],
    [['5', '--all'], "call must be a text, not '--all'"],
    [['5', '', '1', 'tabs'], "routes|pack must be 'routes', 'pack' or nothing, not 'tabs'"],
    [['5', '', '1', 'routes', '7'], "'7' is one argument too many"],
  ])('that are wrong are refused in one line with the usage: %j', (texts, message) => {
    expect(() => parse(...texts)).toThrow(message);
    expect(() => parse(...texts)).toThrow(
      /^[^\n]*: npm run bench:api -- \[devices\] \[call\] \[days\] \[routes\|pack\]$/,
    );
  });
});
