import { describe, expect, it } from 'vitest';
import { termsOfUse } from './terms-of-use.ts';

const section = (subject: RegExp) => {
  const found = termsOfUse.sections.filter(({ title }) => subject.test(title));
  expect(found.map(({ title }) => title)).toEqual([expect.stringMatching(subject)]);
  return found.flatMap(({ paragraphs }) => paragraphs).join('\n');
};

describe('the terms of use', () => {
  it('TM-11: the text is long, and its version is the one that users must agree to', () => {
    const words = termsOfUse.sections
      .flatMap(({ paragraphs }) => paragraphs)
      .join(' ')
      .split(/\s+/);
    expect(words.length).toBeGreaterThan(1200);
    expect(termsOfUse.version).toBe('1.0.1');
  });

  it('TM-23: the text is English, in eleven numbered sections', () => {
    expect(termsOfUse.sections.map(({ title }) => Number.parseInt(title, 10))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    expect(JSON.stringify(termsOfUse)).not.toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
  });

  it('TM-12: acceptance says what Accept and Decline mean', () => {
    expect(section(/Acceptance/)).toMatch(/choosing Accept[\s\S]*choose Decline[\s\S]*signed out, nothing is recorded/);
  });
  it('TM-13: the licence is personal and bound to the assigned devices', () => {
    expect(section(/Licence/)).toMatch(
      /personal, non-exclusive and non-transferable right[\s\S]*assigned to your groups/,
    );
  });
  it('TM-14: restrictions forbid copying and reaching devices of others', () => {
    expect(section(/Restrictions/)).toMatch(/may not copy[\s\S]*not assigned to you/);
  });
  it('TM-15: accounts are personal and credentials secret', () => {
    expect(section(/Accounts/)).toMatch(/belongs to one person[\s\S]*secret/);
  });
  it('TM-16: user content remains with the user', () => {
    expect(section(/User content/)).toMatch(/remain yours/);
  });
  it('TM-17: copyright notices must be kept, and a complaint has its way', () => {
    expect(section(/Copyright notices/)).toMatch(/must be kept[\s\S]*infringes your copyright/);
  });
  it('TM-18: privacy says what is kept and what is not', () => {
    expect(section(/Privacy/)).toMatch(/time of your login[\s\S]*no content of printed/);
  });
  it('TM-19: termination ends the right of use', () => {
    expect(section(/Termination/)).toMatch(/right of use ends/);
  });
  it('TM-20: liability is limited as far as the law allows, and predictions are estimates', () => {
    expect(section(/liability/)).toMatch(/estimates with a range[\s\S]*limited to the amount paid/);
  });
  it('TM-21: export rules name the law of Japan', () => {
    expect(section(/Export rules/)).toMatch(/Foreign Exchange and Foreign Trade Act of Japan/);
  });
  it('TM-22: the law of Japan governs', () => {
    expect(section(/Governing law/)).toMatch(/governed by the laws of Japan/);
  });
});
