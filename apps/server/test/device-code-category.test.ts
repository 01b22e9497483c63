import { explainCode } from '@platen/catalogue/device-codes/device-codes';
import { decideErrorCategory } from '@platen/diagnosis/error-category';
import { describe, expect, it } from 'vitest';

describe('what a device code counts as', () => {
  it('ER-01 ER-06 PR-23 PR-24 PR-25 PR-26 PR-27: the facts of all 65,536 codes name the kind that the server counts', () => {
    const codes = Array.from({ length: 0x1_0000 }, (_, value) => value.toString(16).toUpperCase().padStart(4, '0'));
    const wrong = codes.filter((code) => explainCode(code, 'en-us').category !== decideErrorCategory(code));
    expect(wrong).toEqual([]);
  });

  it('PR-27: codes of no series are counted as other by both', () => {
    const codes = ['', '0', '8', 'B000', 'Z', 'null', 'header'];
    expect(codes.map((code) => [explainCode(code, 'en-us').category, decideErrorCategory(code)])).toEqual(
      codes.map(() => ['other', 'other']),
    );
  });
});
