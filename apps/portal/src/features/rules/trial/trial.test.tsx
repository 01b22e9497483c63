import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { findProblems, wipe } from '../../../../test/render-portal.tsx';
import { answered, idOf, jams, open, ruleOf } from '../../../../test/rules/data.ts';
import { answer, result } from '../../../../test/rules/trial.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const stored = `/rules/${idOf(1)}`;
const tried = (body: unknown = answer()) => answered({ 'POST /v1/rules/try': { body } });
const text = () => document.body.innerText.replaceAll(/\s+/g, ' ');

test('BT-01 BT-03 BT-05 BT-07 BT-08 BT-09 BT-10 TX-08: what would have fired, what is known of it and what is not', async () => {
  const { screen, server } = await open(stored, tried());
  await screen.getByRole('button', { name: 'Try', exact: true }).click();
  await expect.element(screen.getByText('Would have fired 14 times on 9 devices in 90 days')).toBeVisible();
  expect(server.called('POST /v1/rules/try')[0]?.body).toEqual({ form: jams, days: 90, ruleId: idOf(1) });
  expect(text()).toMatch(
    /Firing now 3 At most together 4 Lasted, median 5\.5 d ?longest 23 d More than 10 in a day 0 ?days/,
  );
  expect(text()).toContain(
    '41 devices in scope, 38 report it 3,211 of 3,690 days with a value 479 days without a value',
  );
  expect(text()).toContain('6 devices report at longer intervals than the delay');
  await expect.element(screen.getByText(/^90 days to 11\/19\/2025, tried /)).toBeVisible();
  await expect.element(screen.getByText('Times of day are not known for this value.')).toBeVisible();
  expect(screen.getByText('Not tried: messages, quiet hours, people.').elements()).toHaveLength(1);
  const row = screen.getByRole('row', { name: /^PKRL000801/ });
  await expect
    .element(row.getByText(/09\/21\/2025 to 10\/13\/2025; since 11\/10\/2025; 10\/14\/2025: black toner replaced/))
    .toBeInTheDocument();
  await expect.element(screen.getByText('missed on 10/01/2025: service call C371')).toBeVisible();
  await expect.element(screen.getByText(/opened on 09\/21\/2025/)).toBeVisible();
  expect(text()).toContain('Something followed in 14 days 10 of 14 8 replacements, 2 service calls Missed 3 of 13');
  expect(text()).toContain('Found by others within 7 days 12 of 14 Parts (10), Same code (2)');
  await expect.element(screen.getByText(/Above 80%: this rule adds hardly anything/)).toBeVisible();
});

test('BT-03 TX-09: a rule whose value no device reports cannot be tried, and no count of firings is shown', async () => {
  const none = { ...result, canBeTried: false, times: 0, coverage: { ...result.coverage, reporting: 0 } };
  const { screen } = await open(stored, tried(answer({ result: none })));
  await screen.getByRole('button', { name: 'Try', exact: true }).click();
  await expect.element(screen.getByText('This cannot be tried: no device in scope reports it.')).toBeVisible();
  expect(text()).not.toMatch(/would( not)? have fired/i);
});

test('BT-12: the count of every other form is there at once; a form beyond them is asked for again', async () => {
  const { screen, server } = await open(stored, tried());
  await screen.getByRole('button', { name: 'Try', exact: true }).click();
  const slider = screen.getByRole('slider', { name: 'Opens at another value' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', '14 at 4');
  slider.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  // The value that clears keeps its distance.
  await expect.element(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('4.8');
  await expect.element(screen.getByRole('textbox', { name: 'Clears at' })).toHaveValue('3.8');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '9 at 4.8');
  await screen.getByRole('button', { name: '28 days 9 times' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Time span' })).toHaveValue('28');
  await expect.element(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('4');
  await expect.element(screen.getByRole('button', { name: '28 days 9 times' })).toHaveAttribute('aria-pressed', 'true');
  const stale = screen.getByText(/The form was changed since/);
  await expect.element(stale).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'Value' }).fill('5');
  await expect.element(stale).toBeVisible();
  expect(server.called('POST /v1/rules/try')).toHaveLength(1);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(stale).not.toBeInTheDocument();
  expect(server.called('POST /v1/rules/try')[1]?.body).toMatchObject({ form: { tests: [{ value: 5 }] } });
});

test('BT-11: the changed form is compared with the saved one, with the devices that only one of them names', async () => {
  const against = { ...result, times: 21, devices: 12 };
  const only = { count: 1, devices: [{ deviceId: idOf(803), serial: 'PKRL000803', customerName: null }] };
  const comparison = { against, onlyTried: { count: 0, devices: [] }, onlyAgainst: only };
  const { screen, server } = await open(stored, tried(answer({ comparison })));
  const compare = screen.getByRole('checkbox', { name: 'Compare with the saved form' });
  await expect.element(screen.getByRole('button', { name: 'Try', exact: true })).toBeVisible();
  await expect.element(compare).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'Value' }).fill('5');
  await compare.click();
  await screen.getByRole('button', { name: 'Try', exact: true }).click();
  await expect.element(screen.getByRole('row', { name: 'Would have fired 14 21' })).toBeVisible();
  await expect.element(screen.getByText(/^Only the saved form: 1 device PKRL000803$/)).toBeVisible();
  expect(server.called('POST /v1/rules/try')[0]?.body).toMatchObject({ against: jams });
});

test('BT-13 BT-14 GE-13: a long trial goes on as a job, with its progress, and its result comes by itself', async () => {
  const jobId = idOf(950);
  let asked = 0;
  const job = { jobId, kind: 'ruleTrial', total: 9000, reason: null, askedAt: '2025-11-20T08:00:00Z', startedAt: null };
  const { screen, server } = await open(
    stored,
    answered({
      'POST /v1/rules/try': { status: 202, body: { jobId } },
      [`GET /v1/jobs/${jobId}`]: () => {
        asked += 1;
        return asked === 1
          ? { body: { ...job, state: 'running', done: 2500, result: null, finishedAt: null } }
          : {
              body: {
                ...job,
                state: 'done',
                done: 9000,
                result: `/v1/rules/try/${jobId}`,
                finishedAt: '2025-11-20T08:00:09Z',
              },
            };
      },
      [`GET /v1/rules/try/${jobId}`]: { body: answer() },
      [`POST /v1/jobs/${jobId}/seen`]: { body: { status: 'OK' } },
    }),
  );
  await screen.getByRole('button', { name: 'Try', exact: true }).click();
  await expect.element(screen.getByText('2,500 of 9,000 devices tried')).toBeVisible();
  await expect.element(screen.getByText('Would have fired 14 times on 9 devices in 90 days')).toBeVisible();
  await expect.poll(() => server.called(`POST /v1/jobs/${jobId}/seen`).length).toBe(1);
});

test('GE-04 BT-13: a trial that is refused says so here, and the last result stays', async () => {
  let count = 0;
  const { screen } = await open(
    stored,
    answered({
      'POST /v1/rules/try': () => {
        count += 1;
        return count === 1
          ? { body: answer() }
          : { status: 429, body: { errorCode: 203002, detail: [{ msg: 'one trial at a time' }] } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Try', exact: true }).click();
  await screen.getByRole('button', { name: '30 d' }).click();
  await expect.element(screen.getByText(/203002/)).toBeVisible();
  await expect.element(screen.getByText('Would have fired 14 times on 9 devices in 90 days')).toBeVisible();
});

test('AR-12: a rule that is on is saved without a trial only by the button that says so', async () => {
  const { screen, server } = await open(
    stored,
    answered({
      [`PUT /v1/rules/${idOf(1)}`]: ({ body }) =>
        typeof body === 'object' && body !== null && 'untried' in body
          ? { body: { rule: ruleOf(1, { version: 5 }) } }
          : { status: 409, body: { errorCode: 202003, detail: [{ msg: 'not tried within 24 hours' }] } },
    }),
  );
  await screen.getByRole('textbox', { name: 'Value' }).fill('5');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Save a rule that is on' });
  await dialog.getByRole('button', { name: 'Save without trying' }).click();
  await expect.element(screen.getByText('Saved as version 5.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.called(`PUT /v1/rules/${idOf(1)}`)).toHaveLength(2);
});

test.each([
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
] as const)('GE-19: in %s, %s, at %i px what was tried has no accessibility defect', async (theme, locale, width) => {
  await browser.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open(stored, tried(), locale);
  await screen.getByRole('button', { name: /^(Try|試行)$/ }).click();
  await expect.element(screen.getByText(/14 times on 9 devices|9台で14回発生/)).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
