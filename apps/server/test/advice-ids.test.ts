import { parseAdviceId } from '@platen/catalogue/advice/advice-id';
import { adviceMessage } from '@platen/catalogue/advice/advice-message';
import { locales } from '@platen/catalogue/locale';
import { adviceId, everyAdvice } from '@platen/diagnosis/judge/advice-ids';
import { describe, expect, it } from 'vitest';

const asked = everyAdvice();

describe('advice that the diagnosis gives', () => {
  it('FS-21: every id that can be built has a text in both languages', () => {
    const silent = asked
      .map(adviceId)
      .filter((id) => locales.some((locale) => adviceMessage(id, locale)?.trim() === undefined));
    expect(asked.length).toBeGreaterThan(300);
    expect(silent).toEqual([]);
  });

  it('FS-21 OQ-82: an id means to the catalogue what the diagnosis asked for', () => {
    for (const query of asked) {
      const wanted = { unit: 'whole', variant: 'any', ...query };
      const feeder = query.component === 'feedParts' && query.unit === 'ADF';
      expect(parseAdviceId(adviceId(query))).toEqual({
        ...wanted,
        variant: feeder ? 'any' : (wanted.variant ?? 'any'),
      });
    }
  });

  it('FS-21: the fuser to be watched is 10101001', () => {
    expect(adviceId({ component: 'fuser', severity: 'watch' })).toBe('10101001');
  });
});
