import { type RuleForm, ruleForm } from '@platen/contract/rules';
import { describe, expect, test } from 'vitest';
import { ruleTemplates } from './rule-templates.ts';

describe('the templates', () => {
  const open = new Set(['firmware', 'codeChanged']);

  test('AR-18: are the twelve named and silence, with names and notes in both languages', () => {
    expect(new Set(ruleTemplates.map(({ template }) => template)).size).toBe(13);
    expect(ruleTemplates.map(({ form }) => form.tests[0]?.metric)).toContain('collectorFailures');
    for (const { texts } of ruleTemplates)
      for (const { name, note } of [texts['en-us'], texts['ja-jp']]) {
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(80);
        expect(note.length).toBeLessThanOrEqual(500);
      }
  });

  test('AR-18: are valid rules but for what only the organisation knows', () => {
    for (const { template, form, texts } of ruleTemplates) {
      const whole: RuleForm = { ...form, ...texts['en-us'] };
      expect([template, ruleForm.safeParse(whole).success]).toEqual([template, !open.has(template)]);
    }
  });
});
