import { adviceId } from '@platen/contract/advice-ids';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Sign, toSignReasons } from '../judge/signs.ts';
import { fitWarningLimit, riskOfSign, riskOfSigns } from './warning-limit.ts';

const drum = (severity: Sign['severity']): Sign => ({
  component: 'drum',
  messageId: adviceId({ component: 'drum', variant: 'yellow', severity }),
  severity,
});
const storage: Sign = {
  component: 'hdd',
  messageId: adviceId({ component: 'storage', unit: 'port0', variant: 'HDD', severity: 'nextVisit' }),
  severity: 'nextVisit',
};
const risks = new Map([['drum.yellow', 12]]);

describe('limit of warnings in the fleet', () => {
  it('DL-04: of any fleet at most a fifth is warned by signs that a limit may hold back, and as many as that allows', () => {
    const device = fc.option(fc.integer({ min: 0, max: 999 }).map((tenths) => tenths / 10));
    fc.assert(
      fc.property(fc.array(device, { minLength: 20, maxLength: 200 }), (fleet) => {
        const limit = fitWarningLimit(fleet);
        const allowed = Math.floor(0.2 * fleet.length);
        const warned = (from: number) => fleet.filter((risk) => risk !== null && risk >= from).length;
        expect(warned(limit)).toBeLessThanOrEqual(allowed);
        // The next lower risk of the fleet would warn too many.
        const below = Math.max(...fleet.map((risk) => (risk !== null && risk < limit ? risk : -1)));
        expect(below < 0 || warned(below) > allowed).toBe(true);
      }),
    );
  });

  it('what is due now is never held back, and a fleet of fewer than 20 devices has no limit', () => {
    expect(fitWarningLimit(Array.from({ length: 40 }, () => 100))).toBe(100);
    expect(fitWarningLimit(Array.from({ length: 19 }, () => 5))).toBe(0);
  });

  it('the risk of a sign is that of its part; 100 where the part is due now, or a sign has no chance of its own', () => {
    expect(riskOfSign(drum('nextVisit'), risks)).toBe(12);
    expect(riskOfSign(drum('now'), risks)).toBe(100);
    expect(riskOfSign(storage, risks)).toBe(100);
    expect(riskOfSigns([drum('watch')], risks)).toBeNull();
    expect(riskOfSigns([drum('nextVisit'), storage], risks)).toBe(100);
  });

  it('DL-04: a sign below the limit is a hint in the status, one at the limit a warning', () => {
    const severities = (warnFrom: number) =>
      toSignReasons([drum('nextVisit'), storage], (sign) => riskOfSign(sign, risks), warnFrom).map(
        ({ severity }) => severity,
      );
    expect(severities(12)).toEqual(['warning', 'warning']);
    expect(severities(12.1)).toEqual(['info', 'warning']);
  });
});
