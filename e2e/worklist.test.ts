import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as japanese } from '@platen/catalogue/texts/ja-jp';
import { texts as listEnglish } from '@platen/catalogue/texts/worklist-en-us';
import { texts as listJapanese } from '@platen/catalogue/texts/worklist-ja-jp';
import { texts as rowEnglish } from '@platen/catalogue/texts/worklist-row-en-us';
import { texts as rowJapanese } from '@platen/catalogue/texts/worklist-row-ja-jp';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAxeViolations, type Look, launchBrowser, openPage } from './lib/browser.ts';
import { Hands } from './lib/hands.ts';
import { enter } from './lib/sign-in.ts';
import { findUnreachable } from './lib/tab-stops.ts';
import { startWorklistSystem, type WorklistSystem } from './lib/worklist-fleet.ts';

/** Most keystrokes and clicks from sign-in until nothing pressing is without an owner (JN-01, step 9). */
const mostStrokes = 260;

let listed: WorklistSystem;
let browser: Browser;

beforeAll(async () => {
  [listed, browser] = await Promise.all([startWorklistSystem(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await listed?.system.stop();
});

const languages = {
  english: { locale: 'en-US', texts: english, list: listEnglish, row: rowEnglish },
  japanese: { locale: 'ja-JP', texts: japanese, list: listJapanese, row: rowJapanese },
} as const;

/** Opens the worklist with the rows that wait, as a person who came from the device list. */
async function openWorklist({ locale, texts }: (typeof languages)['english' | 'japanese'], look: Look, brand: string) {
  const { page, complaints } = await openPage(browser, { ...look, locale });
  await enter(page, `${listed.system.url}${brand}`, 'service', texts);
  await page.getByRole('link', { name: texts.header.titles.worklist, exact: true }).click();
  const grid = page.getByRole('grid', { name: texts.header.titles.worklist });
  await grid.locator('tr[data-row]').first().waitFor();
  return { page, grid, complaints };
}

describe.each([
  { language: languages.english, brand: '/', look: { width: 1440 }, hasDialogs: true },
  { language: languages.japanese, brand: '/rdt', look: { width: 480, dark: true }, hasDialogs: true },
  // The list has a rail of filters here; the dialogs are those of 1440 px. So high that nothing of the rail
  // lies half under the sticky foot line, where axe measures only the half that is seen.
  { language: languages.english, brand: '/rdt', look: { width: 1680, height: 3600, dark: true }, hasDialogs: false },
])('the worklist in $language.locale at $look.width px', ({ language, brand, look, hasDialogs }) => {
  const { row } = language;

  test('FG-17 WL-61: list, drawer and dialogs are right by axe, and the keyboard reaches every control', async () => {
    const { page, grid, complaints } = await openWorklist(language, look, brand);
    const findProblems = async () => [...(await findAxeViolations(page)), ...(await findUnreachable(page))];
    const problems: Record<string, readonly string[]> = { list: await findProblems() };

    await page.keyboard.press('Escape');
    await grid.locator('tr[data-row]').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: row.drawer.label }).getByRole('heading').first().waitFor();
    problems['drawer'] = await findProblems();

    // A list of few rows from here on: axe reads the whole page for each look at a part of it.
    await page.goto(`${listed.system.url}${brand === '/' ? '' : brand}/worklist?search=JN000`);
    await expect.poll(() => grid.locator('tr[data-row]').count()).toBe(10);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    problems['selection'] = await findProblems();
    await page.keyboard.press('Escape');

    const titles = row.dialogs;
    const dialogs = [
      ['a', titles.assign.title],
      ['v', titles.plan.title],
      ['s', titles.snooze.title],
      ['r', titles.resolve.title],
      ['n', titles.addNote.title],
      ['p', titles.priority.title],
      ['?', titles.keys.title],
    ] as const;
    for (const [key, title] of hasDialogs ? dialogs : []) {
      await grid.locator('tr[data-row]').first().focus();
      await page.keyboard.press(key);
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      problems[`key ${key}`] = await findProblems();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }

    expect(Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length > 0))).toEqual({});
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test('GE-19: on paper, upright and across, each row has room for its words, and none is cut off', async () => {
  const { page, grid } = await openWorklist(languages.english, { width: 1440 }, '/');
  await page.emulateMedia({ media: 'print' });
  const printed = () =>
    grid.locator('tr[data-row]').evaluateAll((rows) =>
      rows.map((row) => {
        const cells = [...row.children].filter((cell) => cell instanceof HTMLTableCellElement);
        const words = cells[3]?.getBoundingClientRect().width ?? 0;
        // What only screen readers get is a dot.
        const cut = [...row.querySelectorAll('*')].filter(
          (part) =>
            part.clientWidth > 1 &&
            getComputedStyle(part).overflowX === 'hidden' &&
            part.scrollWidth > part.clientWidth + 1,
        );
        return { columns: cells.length, isWide: words > document.body.clientWidth / 5, cut: cut.length };
      }),
    );
  for (const width of [718, 1040]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => new Set((await printed()).map((row) => JSON.stringify(row))))
      .toEqual(new Set([JSON.stringify({ columns: 10, isWide: true, cut: 0 })]));
  }
  await page.context().close();
});

test('what the Tab key leaves out is found', async () => {
  const { page } = await openPage(browser);
  await page.setContent('<button>1</button><button tabindex="-1">2</button><a href="/">3</a>');
  expect(await findUnreachable(page)).toEqual(['not reached: <button tabindex="-1">2</button>']);
  await page.context().close();
});

test('JN-01 WL-61 WL-62: 65 pressing rows get an owner, a day or a reason to wait with at most 260 strokes', async () => {
  const { texts, list, row } = languages.english;
  const { worklist } = list;
  const { page, complaints } = await openPage(browser);
  const hands = new Hands(page);
  const unowned = (count: number) => page.getByText(`${count} ${worklist.unowned}`);
  const grid = page.getByRole('grid', { name: texts.header.titles.worklist });
  const rows = grid.locator('tr[data-row]');
  const dialog = page.getByRole('dialog');
  /** Types until one person is left, besides the choice of none. */
  const choosePerson = async (beginning: string) => {
    const third = dialog.getByRole('radio').nth(2);
    await third.waitFor();
    await hands.type(beginning);
    await third.waitFor({ state: 'detached' });
  };
  const outcome = (words: string) => page.getByRole('status').getByText(words);

  // Step 2: sign-in, then the area. The head counts what is pressing.
  await page.goto(listed.system.url);
  await hands.click(page.locator('input[name=name]'));
  await hands.type('service');
  await hands.press('Tab');
  await hands.type('platen');
  await hands.press('Enter');
  await hands.click(page.getByRole('link', { name: texts.header.titles.worklist, exact: true }));
  await unowned(65).waitFor();
  await rows.first().waitFor();

  // Step 3: the costliest row, and where its cost comes from.
  await hands.press('j');
  await hands.press('Enter');
  const drawer = page.getByRole('region', { name: row.drawer.label });
  await drawer.getByText(row.drawer.why.title).waitFor();
  const [cost = ''] = /[\d.]+/.exec(await rows.first().locator('td').nth(2).innerText()) ?? [];
  await drawer.getByText(cost, { exact: true }).first().waitFor();
  for (const words of ['C411', 'C550', 'Black toner low', 'Magenta toner low'])
    await drawer.getByText(words).first().waitFor();

  // Step 4: a visit today by Mori for all but the trifle.
  await hands.press('v');
  await dialog.waitFor();
  await hands.press('t');
  await hands.click(dialog.getByRole('textbox', { name: row.dialogs.plan.assignee }));
  await choosePerson('mor');
  await hands.press('Enter');
  await hands.click(dialog.getByRole('checkbox', { name: /C550/ }));
  await hands.press('Enter');
  await outcome('3 conditions planned').waitFor();
  // Next to the drawer the words are short once the owner is known.
  await expect.poll(() => rows.first().innerText(), { timeout: 90_000 }).toMatch(/today/i);
  await unowned(64).waitFor();
  await hands.press('Escape', 2);
  await rows.first().getByRole('gridcell', { name: 'Mori' }).waitFor();

  // Step 5: fourteen silent devices are one row, that of their collector, which waits for the customer.
  const silent = rows.filter({ hasText: 'Nordhavn' });
  expect(await silent.count()).toBe(1);
  await hands.press('j', await stepsTo(page, 'Nordhavn'));
  await hands.press('s');
  await dialog.waitFor();
  await hands.press('Tab');
  await hands.press('ArrowDown');
  await hands.press('Enter');
  await outcome('1 condition snoozed').waitFor();
  await unowned(63).waitFor();

  // What is left, customer by customer, goes to three technicians.
  await hands.click(page.getByRole('button', { name: new RegExp(`^${worklist.filters.noOwner}`) }));
  await hands.click(page.getByRole('button', { name: /^P3/ }));
  await hands.click(page.getByRole('button', { name: worklist.grouped.none }));
  await hands.press('c');
  await hands.press('Enter');
  await grid.getByRole('button', { expanded: true }).nth(3).waitFor();
  // Until the rows without P3 have come, those of before are grouped.
  await expect.poll(async () => (await sizesOfGroups(page)).reduce((sum, size) => sum + size, 0)).toBe(63);
  const groups = await sizesOfGroups(page);
  for (const [index, size] of groups.entries()) {
    if (index === 0) await hands.click(rows.first().getByRole('checkbox'));
    else {
      await hands.press('j');
      await hands.press('x');
    }
    await hands.press('j', size - 1);
    await hands.press('Shift+x');
    await hands.press('a');
    await dialog.waitFor();
    await choosePerson(['web', 'oka', 'mor'][index % 3] ?? '');
    await hands.press('Enter', 2);
    await outcome(`${size} conditions assigned`).waitFor();
    await hands.press('Escape');
  }
  await unowned(0).waitFor();
  expect(hands.count).toBeLessThanOrEqual(mostStrokes);
  expect(complaints).toEqual([]);

  // As the server has it: of 65 rows each has a person, a planned day or a reason to wait.
  const answer = await listed.system.call(
    'service',
    '/v1/worklist?priority=P1,P2&state=open,acknowledged,assigned,planned,snoozed&limit=100',
  );
  const shown: { assignee: unknown; state: string }[] = (await answer.json()).rows;
  expect(shown.length).toBe(65);
  expect(shown.filter(({ assignee, state }) => assignee === null && state !== 'snoozed')).toEqual([]);
  await page.context().close();
});

/** Rows between the current one and the one with these words. */
const stepsTo = (page: Page, words: string): Promise<number> =>
  page.locator('tr[data-row]').evaluateAll((rows, text) => {
    const to = rows.findIndex((row) => row.textContent.includes(text));
    return to - rows.findIndex((row) => row === document.activeElement);
  }, words);

/** Rows of each group, from top to bottom. */
const sizesOfGroups = (page: Page): Promise<number[]> =>
  page.locator('tbody tr').evaluateAll((rows) => {
    const sizes: number[] = [];
    for (const row of rows)
      if (row instanceof HTMLElement && row.dataset['row'] === undefined) sizes.push(0);
      else sizes.push((sizes.pop() ?? 0) + 1);
    return sizes;
  });
