import { expect, it } from 'vitest';
import { seenVersions } from './constants.ts';

it('CN-20 CN-21: the two version constants that were seen are recorded; nothing uses them (OQ-07)', () => {
  expect(seenVersions).toEqual(['1.2.11', '0.0.3']);
});
