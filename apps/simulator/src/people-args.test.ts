import { describe, expect, it } from 'vitest';
import { parsePeopleLine } from './people-args.ts';
import { parseSimulateLine } from './simulate-args.ts';

const env = { PLATEN_PEOPLE_TOKENS: 'a.b.c,d.e.f' };

describe('the command line of the simulated service people', () => {
  it('GE-22: names the fleet as it was simulated, and reads who works from the environment', () => {
    const { tokens, fleet, server } = parsePeopleLine(
      ['--server', 'http://localhost:8401', '--devices', '40', '--seed', 'x', '--world', 'field', '--visits', '/none'],
      env,
    );
    expect(tokens).toEqual(['a.b.c', 'd.e.f']);
    expect(fleet).toMatchObject({ seed: 'x', devices: 40 });
    expect(server.port).toBe('8401');
  });

  it.each([
    ['--visits', []],
    ['--world', ['--visits', '/none', '--world', 'mars']],
    ['--devices', ['--visits', '/none', '--devices', 'many']],
    ['--server', ['--visits', '/none', '--server', 'here']],
  ])('a wrong line names %s', (name, args) => {
    expect(() => parsePeopleLine(args, env)).toThrow(name);
  });

  it('GE-22: only a fleet that goes on can be visited', () => {
    const line = ['--server', 'http://localhost:8401', '--visits', '/none'];
    const keyed = { PLATEN_COLLECTOR_KEY: 'key' };
    expect(() => parseSimulateLine(line, keyed, 0)).toThrow('--visits');
    expect(parseSimulateLine([...line, '--live'], keyed, 0).visits).toBe('/none');
  });
});
