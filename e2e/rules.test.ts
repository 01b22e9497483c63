import { ruleTemplates } from '@platen/catalogue/rule-templates';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as japanese } from '@platen/catalogue/texts/ja-jp';
import { texts as rulesEnglish } from '@platen/catalogue/texts/rules-en-us';
import { texts as rulesJapanese } from '@platen/catalogue/texts/rules-ja-jp';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations, launchBrowser, openPage } from './lib/browser.ts';
import { enter } from './lib/sign-in.ts';
import { findUnreachable } from './lib/tab-stops.ts';
import { startWorklistSystem, type WorklistSystem } from './lib/worklist-fleet.ts';

let listed: WorklistSystem;
let browser: Browser;

beforeAll(async () => {
  [listed, browser] = await Promise.all([startWorklistSystem(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await listed?.system.stop();
});

const template = ruleTemplates.find((one) => one.template === 'silence');

describe.each([
  { locale: 'en-US', language: 'en-us', texts: english, added: rulesEnglish, brand: '/', look: { width: 1440 } },
  {
    locale: 'ja-JP',
    language: 'ja-jp',
    texts: japanese,
    added: rulesJapanese,
    brand: '/rdt',
    look: { width: 480, dark: true },
  },
] as const)('rules in $locale at $look.width px', ({ locale, language, texts, added, brand, look }) => {
  const { rules, ruleTrial } = added;

  test('FG-17 AR-12 AR-15 BT-01: list, editor, trial and dialogs are right by axe and by the keyboard; what was tried is turned on', async () => {
    const { page, complaints } = await openPage(browser, { ...look, locale });
    await enter(page, `${listed.system.url}${brand}`, 'service', texts);
    await page.getByRole('link', { name: texts.header.titles.rules, exact: true }).click();
    const findProblems = async () => {
      // Of what lies half under the sticky header axe measures only the half that is seen.
      await page.evaluate(() => scrollTo(0, 0));
      return [...(await findAxeViolations(page)), ...(await findUnreachable(page))];
    };
    const problems: Record<string, readonly string[]> = {};
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const inDialog = async (name: string, title: string) => {
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      problems[name] = await findProblems();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };

    await button(rules.list.fromTemplate).click();
    await page.getByRole('menuitem', { name: template?.texts[language].name ?? '' }).click();
    await button(rules.editor.save).waitFor();
    problems['new'] = await findProblems();
    await button(rules.form.another).click();
    await button(rules.editor.save).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    problems['faults'] = await findProblems();
    await page.getByRole('button', { name: rules.form.removeTest.replace('{number, number}', '2') }).click();
    await button(rules.scope.narrow).click();
    await page.getByRole('menuitem', { name: rules.scope.customers }).click();
    await inDialog('customers', rules.scope.customers);

    await button(rules.editor.save).click();
    await page.waitForURL(/\/rules\/[0-9a-f-]{36}$/);
    await button(ruleTrial.try).click();
    await page.getByText(ruleTrial.notTried, { exact: true }).waitFor();
    problems['trial'] = await findProblems();
    await button(rules.editor.turnOn).click();
    await button(rules.editor.turnOff).waitFor();
    await button(rules.editor.history).click();
    await inDialog('history', rules.history.title);

    await page.getByRole('link', { name: rules.editor.back, exact: true }).first().click();
    await page.getByRole('link', { name: template?.texts[language].name ?? '', exact: true }).waitFor();
    problems['list'] = await findProblems();

    expect(Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length > 0))).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
