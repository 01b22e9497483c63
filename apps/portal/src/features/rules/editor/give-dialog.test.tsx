import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { findProblems, wipe } from '../../../../test/render-portal.tsx';
import { answered, idOf, listedOf, open, ruleOf } from '../../../../test/rules/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const path = `/rules/${idOf(1)}`;
const answerOf = (change: Parameters<typeof ruleOf>[1]) => ({
  body: { rule: ruleOf(1, change), listed: listedOf(ruleOf(1, change)), zone: 'Europe/Berlin' },
});
const [north, south] = [
  { organisationId: idOf(61), name: 'North Office Systems', givenAt: null },
  { organisationId: idOf(62), name: 'South Copy', givenAt: '2026-11-20T08:00:00Z' },
];

test('AR-17: the operator gives a rule to chosen dealers; one that has it cannot be ticked', async () => {
  const { screen, server } = await open(
    path,
    answered({
      [`GET /v1${path}`]: answerOf({ canGive: true }),
      [`GET /v1${path}/dealers`]: { body: { dealers: [north, south] } },
      [`POST /v1${path}/give`]: { body: { results: [{ organisationId: idOf(61), result: 'given' }] } },
    }),
  );
  await screen.getByRole('button', { name: 'More' }).click();
  await screen.getByRole('menuitem', { name: 'Give to dealers' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Give to dealers' });
  await expect.element(dialog.getByRole('checkbox', { name: /South Copy/ })).toBeDisabled();
  await expect.element(dialog.getByText(/has it since/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect.element(dialog.getByText('Tick at least one dealer.')).toBeVisible();
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.theme = theme;
    expect(await findProblems()).toEqual([]);
  }
  await dialog.getByRole('checkbox', { name: 'North Office Systems' }).click();
  await dialog.getByRole('button', { name: 'Give' }).click();
  await expect.element(screen.getByText('1 dealer got the rule.')).toBeVisible();
  expect(server.called(`POST /v1${path}/give`)[0]?.body).toEqual({ organisationIds: [idOf(61)], version: 4 });
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('AR-17: a dealer sees that a rule came from the operator, and gives none', async () => {
  const { screen } = await open(
    path,
    answered({ [`GET /v1${path}`]: answerOf({ enabled: false, givenAt: '2026-11-20T08:00:00Z' }) }),
  );
  await expect.element(screen.getByText(/^from the operator, /)).toBeVisible();
  await screen.getByRole('button', { name: 'More' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Give to dealers' })).not.toBeInTheDocument();
});
