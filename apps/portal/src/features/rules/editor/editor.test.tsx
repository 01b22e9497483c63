import { signSubjects } from '@platen/contract/advice-ids';
import type { RuleForm } from '@platen/contract/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { findProblems, wipe } from '../../../../test/render-portal.tsx';
import { answered, idOf, jams, listedOf, open, ruleOf, weber } from '../../../../test/rules/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const stored = `/rules/${idOf(1)}`;
const answerOf = (change: Parameters<typeof ruleOf>[1]) => ({
  body: { rule: ruleOf(1, change), listed: listedOf(ruleOf(1, change)), zone: 'Europe/Berlin' },
});
/** The sentence in the language of the screen and in the other one. */
const sentences = () => [...document.querySelectorAll('blockquote')].map(({ textContent }) => textContent);

test('AR-07 AR-14: the sentence follows the fields in both languages, the clear value the value that opens', async () => {
  const { screen } = await open('/rules/new?template=heavyJamming');
  const value = screen.getByRole('textbox', { name: 'Value' });
  await expect.element(value).toHaveValue('4');
  // The template has its own clear value, so that another value does not move it.
  await value.fill('6.5');
  await expect.element(screen.getByRole('textbox', { name: 'Clears at' })).toHaveValue('3');
  await expect
    .poll(sentences)
    .toEqual([
      expect.stringContaining(
        'exceed 6.5 per 1,000 sheets over 14 days (at least 500 sheets), for 1 day; clears at 3 for',
      ),
      expect.stringContaining('1,000枚あたり6.5回を超える（給紙500枚以上）状態が1日続いた場合に発生し、3回以下の状態'),
    ]);
  await screen.getByRole('button', { name: 'Use 6.2' }).click();
  await value.fill('8');
  await expect.element(screen.getByRole('textbox', { name: 'Clears at' })).toHaveValue('7.6');
});

test('AR-03 AR-04: each metric has the fields of its row in the table; four tests at most', async () => {
  const { screen, server } = await open('/rules/new', answered({ 'POST /v1/rules': { body: { rule: ruleOf(9) } } }));
  await screen.getByRole('textbox', { name: 'Name' }).fill('Error and low');
  await screen.getByRole('combobox', { name: 'What is compared' }).selectOptions('status');
  await screen.getByRole('checkbox', { name: 'offline' }).click();
  await screen.getByRole('button', { name: 'and another test' }).click();
  await screen.getByRole('combobox', { name: 'What is compared' }).nth(1).selectOptions('supplyPercent');
  await screen.getByRole('combobox', { name: 'Of which' }).selectOptions('black');
  await screen.getByRole('textbox', { name: 'Value' }).fill('10');
  const another = screen.getByRole('button', { name: 'and another test' });
  await another.click();
  await another.click();
  await expect.element(another).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Remove test 4' }).click();
  await screen.getByRole('button', { name: 'Remove test 3' }).click();
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => server.called('POST /v1/rules').length).toBe(1);
  expect(server.called('POST /v1/rules')[0]?.body).toMatchObject({
    form: {
      name: 'Error and low',
      tests: [
        { metric: 'status', comparison: 'is', words: ['offline'] },
        { metric: 'supplyPercent', subject: 'black', comparison: 'below', value: 10, clear: 11 },
      ],
    },
  });
});

test('AR-04: a failure sign may be that of any part that has one, each with a name of its own', async () => {
  const { screen } = await open('/rules/new');
  await screen.getByRole('combobox', { name: 'What is compared' }).selectOptions('failureSign');
  const parts = screen.getByRole('combobox', { name: 'Of which' });
  await expect.element(parts).toBeVisible();
  const options = [...parts.element().querySelectorAll('option')];
  expect(options.map(({ value }) => value)).toEqual(['', ...signSubjects()]);
  expect(new Set(options.map(({ label }) => label)).size).toBe(signSubjects().length + 1);
});

test('AR-06: the screen says where a delay under a day has no effect', async () => {
  const { screen } = await open('/rules/new?template=storage');
  const hint = screen.getByText(/A device that reports once a day is evaluated once a day/);
  const delay = screen.getByRole('textbox', { name: 'For how long until it opens' });
  await expect.element(delay).toHaveValue('0');
  await expect.element(hint).not.toBeInTheDocument();
  await delay.fill('90');
  await expect.element(hint).toBeVisible();
  await screen.getByRole('combobox', { name: 'For how long until it opens: Unit' }).selectOptions('days');
  await expect.element(screen.getByText('From 0 to 30 days.')).toBeVisible();
  await delay.fill('2');
  await expect.element(hint).not.toBeInTheDocument();
});

test('GE-04: what is missing stands at its field, and the first such field has the focus', async () => {
  const { screen, server } = await open('/rules/new?template=firmware');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(screen.getByText('1 field needs a correction.')).toBeVisible();
  const version = screen.getByRole('textbox', { name: 'Version' });
  await expect.element(version).toHaveFocus();
  await expect.element(version).toHaveAccessibleDescription('Name the version.');
  expect(server.called('POST /v1/rules')).toEqual([]);
  await version.fill('T100');
  await expect.element(screen.getByText('Name the version.')).not.toBeInTheDocument();
});

test('GE-04: what the server refuses is shown at its field until it is changed', async () => {
  const { screen } = await open(
    stored,
    answered({
      [`PUT /v1/rules/${idOf(1)}`]: {
        status: 422,
        body: { errorCode: 202001, detail: [{ msg: 'form.tests[0].value: must be from 1 to 2' }] },
      },
    }),
  );
  const value = screen.getByRole('textbox', { name: 'Value' });
  await value.fill('5');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(value).toHaveAccessibleDescription('Refused by the server: must be from 1 to 2');
  await expect.element(screen.getByText(/202001/)).toBeVisible();
  await value.fill('6');
  await expect.element(value).not.toHaveAttribute('aria-invalid', 'true');
});

test('GE-06: changed meanwhile by somebody else, both forms stand side by side; keeping mine names the new version', async () => {
  const theirs: RuleForm = { ...jams, openDelayMinutes: 2 * 1440 };
  let isFirst = true;
  const { screen, server } = await open(
    stored,
    answered({
      [`PUT /v1/rules/${idOf(1)}`]: () => {
        const answer = isFirst
          ? {
              status: 409,
              body: {
                errorCode: 202002,
                detail: [{ msg: 'the rule was changed meanwhile' }],
                current: ruleOf(1, { form: theirs, version: 7, changedBy: weber }),
                changedBy: weber,
              },
            }
          : { body: { rule: ruleOf(1, { version: 8 }) } };
        isFirst = false;
        return answer;
      },
    }),
  );
  await screen.getByRole('textbox', { name: 'Value' }).fill('5');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: /Changed meanwhile/ });
  await expect.element(dialog.getByText(/Weber/).first()).toBeVisible();
  await expect.element(dialog.getByText('2 days', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/exceed 5 per 1,000 sheets/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => server.called(`PUT /v1/rules/${idOf(1)}`).length).toBe(2);
  expect(server.called(`PUT /v1/rules/${idOf(1)}`)[1]?.body).toMatchObject({ version: 7 });
  await expect.element(screen.getByText('Saved as version 8.')).toBeVisible();
});

test('AR-12: what was not tried is turned on only by the button that says so', async () => {
  let untried = 0;
  const { screen, server } = await open(
    stored,
    answered({
      [`GET /v1/rules/${idOf(1)}`]: () => answerOf({ enabled: untried > 0, version: 4 + untried }),
      [`POST /v1/rules/${idOf(1)}/enable`]: ({ body }) => {
        if (typeof body !== 'object' || body === null || !('untried' in body))
          return { status: 409, body: { errorCode: 202003, detail: [{ msg: 'not tried within 24 hours' }] } };
        untried = 1;
        return { body: { rule: ruleOf(1, { version: 5 }) } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Turn on' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Turn on' });
  await expect.element(dialog.getByText(/was not tried on the past/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Enable without trying' }).click();
  await expect.element(screen.getByRole('button', { name: 'Turn off' })).toBeVisible();
  expect(server.called(`POST /v1/rules/${idOf(1)}/enable`).map(({ body }) => body)).toEqual([
    { version: 4 },
    { version: 4, untried: true },
  ]);
});

test('AR-15: leaving with changes that are not saved asks first', async () => {
  const { screen, router } = await open(stored);
  await screen.getByRole('textbox', { name: 'Value' }).fill('5');
  await screen.getByRole('link', { name: 'Rules' }).first().click();
  const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('5');
  await screen.getByRole('link', { name: 'Rules' }).first().click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/rules');
});

test('AR-09 AR-15: history with who, when and the difference; a deleted rule leads back to the list', async () => {
  const version = { at: '2025-11-19T09:00:00Z', by: weber, form: jams, enabled: true };
  const before = { ...jams, tests: [{ ...jams.tests[0], value: 9 }] };
  const { screen, router, server } = await open(
    stored,
    answered({
      [`GET /v1/rules/${idOf(1)}/history`]: {
        body: {
          versions: [
            { ...version, version: 4, change: 'enabledUntried' },
            { ...version, version: 3, change: 'changed' },
            { ...version, version: 2, change: 'made', form: before, by: null },
          ],
          zone: 'Europe/Berlin',
        },
      },
      [`DELETE /v1/rules/${idOf(1)}`]: { body: { status: 'OK' } },
    }),
  );
  await screen.getByRole('button', { name: 'History' }).click();
  const dialog = screen.getByRole('dialog', { name: 'History' });
  await expect.element(dialog.getByText(/turned on without trying/)).toBeVisible();
  await expect.element(dialog.getByText(/exceed 9 per 1,000 sheets/)).toBeVisible();
  await expect.element(dialog.getByText(/, Server/)).toBeVisible();
  expect(dialog.element().querySelectorAll('del')).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'More' }).click();
  await screen.getByRole('menuitem', { name: 'Delete' }).click();
  await screen.getByRole('dialog', { name: 'Delete the rule' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/rules');
  expect(server.called(`DELETE /v1/rules/${idOf(1)}`)[0]?.query).toEqual({ version: '4' });
});

test('AR-15: a copy is a new rule under another name, switched off', async () => {
  const { screen, server } = await open(stored, answered({ 'POST /v1/rules': { body: { rule: ruleOf(9) } } }));
  await screen.getByRole('link', { name: 'Copy' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Heavy jamming (copy)');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => server.called('POST /v1/rules')[0]?.body)
    .toEqual({
      form: { ...jams, name: 'Heavy jamming (copy)' },
    });
});

test('AR-02: the scope is narrowed by customers that are found, groups and exceptions', async () => {
  const { screen, server } = await open(
    '/rules/new?template=heavyJamming',
    answered({ 'POST /v1/rules': { body: { rule: ruleOf(9) } } }),
  );
  await screen.getByRole('button', { name: 'Narrow down' }).click();
  await screen.getByRole('menuitem', { name: 'Customers' }).click();
  await screen.getByRole('dialog').getByRole('searchbox').fill('rosvik');
  await screen.getByRole('button', { name: /^Rosvik Engineering/ }).click();
  await screen.getByRole('button', { name: 'Done' }).click();
  await screen.getByRole('button', { name: 'Exception' }).click();
  await screen.getByRole('menuitem', { name: 'Except devices' }).click();
  await screen.getByRole('dialog').getByRole('searchbox').fill('PKRL');
  await screen.getByRole('button', { name: /^PKRL000801/ }).click();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText('customer Rosvik Engineering, except device PKRL000801')).toBeVisible();
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => server.called('POST /v1/rules')[0]?.body)
    .toMatchObject({
      template: 'heavyJamming',
      form: {
        scope: {
          customerNumbers: ['C-20043'],
          except: { deviceIds: [expect.stringMatching(/0801$/)] },
        },
      },
    });
});

test('AR-16: the form as it stands is tried on one device: each value, and what is not known', async () => {
  const { screen, server } = await open(stored);
  await screen.getByRole('textbox', { name: 'Value' }).fill('5');
  await screen.getByRole('searchbox', { name: 'Device' }).fill('PKRL');
  await screen.getByRole('button', { name: /^PKRL000801/ }).click();
  await expect.element(screen.getByText('All tests hold: it would open after its delay.')).toBeVisible();
  const table = screen.getByRole('table');
  await expect.element(table.getByRole('row', { name: /CST2 6\.2 yes/ })).toBeVisible();
  await expect.element(table.getByRole('row', { name: /LCF not known not known/ })).toBeVisible();
  expect(server.called('POST /v1/rules/evaluate')[0]?.body).toMatchObject({
    form: { tests: [{ value: 5 }] },
  });
});

test('GE-12: a rule that is not the own one can be read, and every field is closed with the reason', async () => {
  const { screen } = await open(stored, answered({ [`GET /v1/rules/${idOf(1)}`]: answerOf({ own: false }) }));
  await expect.element(screen.getByText(/^You may read this rule\./)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Value' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).not.toBeInTheDocument();
});

test('GE-05: a rule that does not exist says so and leads back', async () => {
  const { screen, router } = await open(
    stored,
    answered({
      [`GET /v1/rules/${idOf(1)}`]: { status: 404, body: { errorCode: 204001, detail: [{ msg: 'there is no rule' }] } },
    }),
  );
  await expect.element(screen.getByRole('alert')).toHaveTextContent('There is no such rule.');
  await screen.getByRole('link', { name: 'Rules' }).last().click();
  await expect.poll(() => router.state.location.pathname).toBe('/rules');
});

test.each([
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
] as const)('GE-19: in %s, %s, at %i px the editor has no accessibility defect', async (theme, locale, width) => {
  await browser.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open('/rules/new?template=codeChanged', answered(), locale);
  await screen.getByRole('button', { name: /^(Save|保存)$/ }).click();
  await expect.element(screen.getByText(/^(Name what is meant\.|対象を入力してください。)$/)).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('AR-02: search criteria narrow the scope by the form of the device list, with the devices that match now', async () => {
  const { screen, server } = await open('/rules/new?template=heavyJamming');
  await screen.getByRole('button', { name: 'Search criteria' }).click();
  const dialog = browser.getByRole('dialog', { name: 'Search criteria' });
  await dialog.getByRole('group', { name: 'Model' }).getByRole('textbox').fill('4525C, 2500C');
  await dialog.getByRole('button', { name: 'Use' }).click();
  await expect.element(screen.getByText('4525C, 2500C', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('(1 device matches now)')).toBeVisible();
  await screen.getByRole('button', { name: 'Change', exact: true }).click();
  await expect.element(dialog.getByRole('group', { name: 'Model' }).getByRole('textbox')).toHaveValue('4525C, 2500C');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => server.called('POST /v1/rules').length).toBe(1);
  expect(server.called('POST /v1/rules')[0]?.body).toMatchObject({
    form: { scope: { criteria: { models: ['4525C', '2500C'] } } },
  });
  await screen.getByRole('button', { name: 'Drop the search' }).click();
  await expect.element(screen.getByLabelText('On', { exact: true }).getByText('all devices')).toBeVisible();
});

test('AR-08: a metric of silence has a switch for missing values, and the sentence names it', async () => {
  const { screen } = await open('/rules/new?template=silence');
  const missing = screen.getByRole('checkbox', { name: 'a missing value counts as firing' });
  await missing.click();
  await expect
    .poll(sentences)
    .toEqual([expect.stringContaining('(or it is not known for how long)'), expect.stringContaining('不明である')]);
  await screen.getByRole('combobox', { name: 'What is compared' }).selectOptions('supplyPercent');
  await expect.element(missing).not.toBeInTheDocument();
});
