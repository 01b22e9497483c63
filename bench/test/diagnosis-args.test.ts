import { worlds } from '@platen/simulator/fleet/worlds';
import { describe, expect, it } from 'vitest';
import { parseArguments, pieces } from '../src/diagnosis/args.ts';

describe('command line of the diagnosis benchmark', () => {
  it('without a piece all are measured, with some only those', () => {
    expect(parseArguments([]).pieces).toEqual(pieces);
    expect(parseArguments(['ranges', 'signs', '--seeds', '9011,9012', '--devices', '40'])).toMatchObject({
      pieces: ['ranges', 'signs'],
      seeds: ['9011', '9012'],
      devices: 40,
      days: 500,
    });
  });

  it('worlds are named with commas; one is the world of the other pieces, several are compared', () => {
    expect(parseArguments([])).toMatchObject({ world: 'run-to-failure', compared: Object.keys(worlds) });
    expect(parseArguments(['worlds', '--world', 'no-errors,silence'])).toMatchObject({
      world: 'no-errors',
      compared: ['no-errors', 'silence'],
    });
    expect(() => parseArguments(['--world', 'ideal'])).toThrow("there is no world 'ideal'");
  });

  it('what cannot be read is refused by name', () => {
    expect(() => parseArguments(['range'])).toThrow("there is no piece 'range'");
    expect(() => parseArguments(['--devices', '0'])).toThrow("--devices: '0'");
    expect(() => parseArguments(['--seeds', ','])).toThrow('--seeds');
  });
});
