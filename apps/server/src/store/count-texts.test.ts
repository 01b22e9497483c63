import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextCounter } from './count-texts.ts';

const texts = fc.array(
  fc.record({
    text: fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '-') }),
      fc.string({ unit: fc.constantFrom('a', '日', 'ß', '𠮷') }),
    ),
    cell: fc.constantFrom('{1}', '{1,2}', '{}held'),
    devices: fc.constantFrom(-1, 1, 3),
  }),
);

test('each text of one or two characters is counted once for each device that contains it', () => {
  fc.assert(
    fc.property(texts, (added) => {
      const counter = createTextCounter();
      const expected = new Map<string, number>();
      for (const { text, cell, devices } of added) {
        counter.add(text, cell, devices);
        const characters = Array.from(text);
        const parts = new Set([...characters, ...characters.slice(1).map((c, i) => `${characters[i]}${c}`)]);
        for (const part of parts) expected.set(`${part} ${cell}`, (expected.get(`${part} ${cell}`) ?? 0) + devices);
      }
      const counts = Array.from(counter.counts(), ({ text, cell, devices }) => [`${text} ${cell}`, devices]);
      expect(Object.fromEntries(counts)).toEqual(
        Object.fromEntries([...expected].filter(([, devices]) => devices !== 0)),
      );
    }),
  );
});
