import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { channelOf } from '../../../test/delivery/data.ts';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { close, closeId, toLine, toRoutes } from '../../../test/meters/closes.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(wipe);

const planId = '0190f3c2-7f3a-7cc1-8a6b-2f1d9c3b4a5f';
const plan = {
  planId,
  version: 7,
  name: 'Haldane',
  scope: { customerNumbers: ['K1'], groupIds: [4] },
  meters: ['total'],
  needsAssetNumber: true,
  organisationId: null,
  cycle: 'monthly',
  day: 31,
  warningDays: 3,
  isActive: true,
  madeBy: null,
  present: close.period,
  daysLeft: 4,
  closeId,
};
const open = async (served: FakeRoutes = {}, role = 'dealerAdmin', path = '/meters') => {
  const opened = await renderPortal({
    path,
    session: signedInUser,
    routes: { ...toRoutes({}, role), 'GET /v1/closePlans': { body: { plans: [plan] } }, ...served },
  });
  await expect.element(opened.screen.getByRole('heading', { name: close.name })).toBeVisible();
  const dialog = opened.screen.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const bodies = (route: string) => opened.server.called(route).map(({ body }) => body);
  const fromMenu = async (name: string) => {
    await opened.screen.getByRole('button', { name: 'More', exact: true }).first().click();
    await opened.screen.getByRole('menuitem', { name }).click();
  };
  return { ...opened, dialog, press, bodies, fromMenu };
};
/** A template that every organisation has. */
const template = {
  templateId: 'all',
  isShipped: true,
  version: 1,
  name: 'Long with all fields',
  shape: 'long',
  format: 'csv',
  separator: 'comma',
  decimalMark: 'point',
  language: 'en-us',
  fields: [{ field: 'serial' }],
  meters: [],
  all: false,
};
/** The lines of the close. */
const linesAre = (...lines: readonly ReturnType<typeof toLine>[]): FakeRoutes => ({
  [`GET /v1/closes/${closeId}/lines`]: { body: { total: lines.length, lines } },
});

describe('dialogs of the area of meters', () => {
  test('LG-30: a plan is added once its fields are right; one that is changed keeps what has no field', async () => {
    const { screen, dialog, press, bodies } = await open({
      'POST /v1/closePlans': { body: plan },
      [`PUT /v1/closePlans/${planId}`]: { body: plan },
    });
    await screen.getByRole('button', { name: 'New plan' }).click();
    await dialog.getByLabelText('Last day of the period').fill('32');
    await press('Save');
    await expect.element(dialog.getByText('A name is needed.')).toBeVisible();
    await expect.element(dialog.getByText('A day from 1 to 31 is needed.')).toBeVisible();
    expect(await findProblems()).toEqual([]);
    await dialog.getByLabelText('Name').fill('Quarterly');
    await dialog.getByLabelText('Last day of the period').fill('20');
    await dialog.getByLabelText('Customer numbers').fill('K2, K3, K2');
    await press('Save');
    await expect
      .poll(() => bodies('POST /v1/closePlans'))
      .toMatchObject([
        { name: 'Quarterly', day: 20, scope: { customerNumbers: ['K2', 'K3'], groupIds: [] }, meters: [] },
      ]);
    await screen.getByRole('button', { name: 'Change the plan Haldane' }).click();
    await dialog.getByLabelText('Name').fill('Haldane Office');
    await press('Save');
    await expect
      .poll(() => bodies(`PUT /v1/closePlans/${planId}`))
      .toMatchObject([
        { version: 7, name: 'Haldane Office', scope: { customerNumbers: ['K1'], groupIds: [4] }, meters: ['total'] },
      ]);
  });

  test('LG-30: a close of its own asks for days in their order, and is shown once it is open', async () => {
    const { screen, dialog, press, bodies, router } = await open({ 'POST /v1/closes': { body: close } });
    await screen.getByRole('button', { name: 'New close' }).click();
    await dialog.getByLabelText('Name').fill('Half a month');
    await dialog.getByLabelText('First day').fill('2025-10-15');
    await dialog.getByLabelText('Last day').fill('2025-10-01');
    await press('Open');
    await expect.element(dialog.getByText('The last day must not lie before the first.')).toBeVisible();
    expect(bodies('POST /v1/closes')).toEqual([]);
    await dialog.getByLabelText('Last day').fill('2025-10-31');
    await press('Open');
    await expect
      .poll(() => bodies('POST /v1/closes'))
      .toMatchObject([{ name: 'Half a month', firstDay: '2025-10-15', lastDay: '2025-10-31' }]);
    await expect.poll(() => router.state.location.search).toMatchObject({ close: closeId });
  });

  test('LG-06 LG-33: the figure of the customer is entered at a time of the zone of the close', async () => {
    const line = toLine(1, { state: 'none', stops: ['none'], end: null, use: null, billed: null });
    const zone = 'Europe/Berlin';
    const path = `POST /v1/device/${line.deviceId}/meters/total/corrections`;
    const { screen, dialog, press, bodies } = await open({
      ...toRoutes({ period: { ...close.period, zone } }, 'billing'),
      ...linesAre(line),
      [path]: { status: 500, body: { errorCode: 201_000, detail: [] } },
    });
    await screen.getByRole('button', { name: 'Enter a figure' }).click();
    await press('Enter');
    await expect.element(dialog.getByText('A whole number is needed.')).toBeVisible();
    await dialog.getByLabelText('Reading', { exact: true }).fill('434000');
    await dialog.getByLabelText(/Read on/).fill('2025-10-30T23:04');
    await press('Enter');
    await expect
      .poll(() => bodies(path))
      .toMatchObject([{ kind: 'reading', source: 'customer', value: 434_000, at: '2025-10-30T22:04:00.000Z' }]);
    // The refusal is shown, and the figure stays.
    await expect.element(dialog.getByText(/201000/)).toBeVisible();
    await expect.element(dialog.getByLabelText('Reading', { exact: true })).toHaveValue('434000');
  });

  test('LG-36: a close is discarded with a reason', async () => {
    const path = `POST /v1/closes/${closeId}/discard`;
    const { dialog, press, bodies, fromMenu } = await open({ [path]: { body: { ...close, state: 'discarded' } } });
    await fromMenu('Discard');
    await press('Discard');
    expect(bodies(path)).toEqual([]);
    await dialog.getByLabelText('Why').fill('Wrong customer');
    await press('Discard');
    await expect.poll(() => bodies(path)).toEqual([{ version: close.version, reason: 'Wrong customer' }]);
  });

  test('MX-03: codes of the ERP are sent once each line is whole', async () => {
    const { dialog, press, bodies, fromMenu } = await open({
      'PUT /v1/meter-codes': { body: { version: 1, codes: [], inheritedFrom: null } },
    });
    await fromMenu('Meter codes');
    await press('Add a line');
    await dialog.getByLabelText('Meters').fill('copy.black + print.black');
    await press('Save');
    await expect.element(dialog.getByText('Line 1 needs meters, a model and a code.')).toBeVisible();
    expect(await findProblems()).toEqual([]);
    await dialog.getByLabelText('Code', { exact: true }).fill('BW');
    await press('Save');
    await expect
      .poll(() => bodies('PUT /v1/meter-codes'))
      .toEqual([{ version: 0, codes: [{ meters: ['copy.black', 'print.black'], modelPattern: '*', code: 'BW' }] }]);
  });

  test('MX-04: a shipped template is copied, tried and saved; a field that is none is named', async () => {
    const trial = { heads: ['Equipment'], rows: [['HO-1']], lines: 1, leftOutCount: 0, leftOut: [], mustTest: true };
    const { screen, dialog, press, bodies } = await open({
      'GET /v1/meter-templates': { body: { templates: [template] } },
      'POST /v1/meter-templates': { body: { template } },
      [`POST /v1/closes/${closeId}/export/try`]: { body: trial },
    });
    await screen.getByRole('button', { name: 'Templates' }).click();
    await press('Copy');
    const fields = dialog.getByLabelText('Fields in their order');
    await fields.fill('assetNumber = Equipment\nserials');
    await expect.element(dialog.getByText('serials is no field.')).toBeVisible();
    await fields.fill('assetNumber = Equipment\nreading');
    await press('Try on 5 lines');
    await expect.element(dialog.getByRole('cell', { name: 'HO-1' })).toBeVisible();
    await press('Save');
    await expect
      .poll(() => bodies('POST /v1/meter-templates'))
      .toMatchObject([{ fields: [{ field: 'assetNumber', head: 'Equipment' }, { field: 'reading' }] }]);
  });
});

describe('panels of a close', () => {
  const closed = { state: 'closed', stops: 0, hash: 'ab12', closedAt: close.madeAt } as const;

  test('MX-06 MX-10: files that were made are listed, tests by their name, with what the ERP refused and why', async () => {
    const run = {
      runId: planId,
      templateId: 'all',
      templateName: 'Long',
      way: 'download',
      format: 'csv',
      isTest: true,
      lines: 3,
      leftOut: 0,
      bytes: 2048,
      hash: 'cd34',
      madeBy: null,
      madeAt: close.madeAt,
    };
    const at = close.madeAt;
    const refused = {
      serial: 'PBZT000281',
      assetNumber: 'HO-1',
      meter: 'total',
      state: 'refused',
      reason: 'No contract',
      at,
    };
    const { screen } = await open({
      ...toRoutes(closed, 'dealer'),
      [`GET /v1/closes/${closeId}/exports`]: {
        body: { runs: [run], accepted: 2, refused: 1, unanswered: 0, refusedLines: [refused] },
      },
    });
    const panel = screen.getByRole('region', { name: 'Files for the ERP' });
    await expect.element(panel.getByText('Long, CSV: 3 lines, 2,048 bytes')).toBeVisible();
    await expect.element(panel.getByText('test', { exact: true })).toBeVisible();
    await expect.element(panel.getByText('No contract')).toBeVisible();
    // Who may only read makes no file.
    await expect.element(panel.getByRole('button', { name: 'Make the file' })).not.toBeInTheDocument();
  });

  test('MX-05: a file without a line is not made, so that no close is exported by it', async () => {
    const why = { serial: 'PBZT000281', model: 'AR-6020', meter: 'total', why: 'noAssetNumber' };
    const { screen } = await open({
      ...toRoutes(closed),
      'GET /v1/meter-templates': { body: { templates: [template] } },
      [`POST /v1/closes/${closeId}/export/try`]: {
        body: { heads: ['Serial'], rows: [], lines: 0, leftOutCount: 1, leftOut: [why], mustTest: false },
      },
    });
    const panel = screen.getByRole('region', { name: 'Files for the ERP' });
    await expect.element(panel.getByText('Nothing would be in this file, so it cannot be made.')).toBeVisible();
    await expect.element(panel.getByRole('button', { name: 'Make the file' })).toBeDisabled();
  });

  test('MX-06 MX-07: a file goes to a mail channel of the own, the first one of that way as a test', async () => {
    const own = channelOf(7, { kind: 'mail', name: 'Accounts', address: 'accounts@haldane.example', own: true });
    const waiting = channelOf(8, { kind: 'mail', name: 'Not confirmed', own: true, state: 'unverified' });
    const trial = { heads: ['Serial'], rows: [['A1']], lines: 1, leftOutCount: 0, leftOut: [] };
    const { screen, bodies } = await open({
      ...toRoutes(closed),
      'GET /v1/channels': { body: { channels: [own, waiting], fallbackChannelId: null, sendsMail: true } },
      'GET /v1/meter-templates': { body: { templates: [template] } },
      [`POST /v1/closes/${closeId}/export/try`]: ({ body }) => ({
        body: { ...trial, mustTest: JSON.stringify(body).includes('mail') },
      }),
      [`POST /v1/closes/${closeId}/export/mail`]: {
        body: { runId: planId, deliveryId: planId, isTest: true, isAttached: true },
      },
    });
    const panel = screen.getByRole('region', { name: 'Files for the ERP' });
    await expect.element(panel.getByRole('checkbox', { name: 'Test: nothing is set to exported' })).not.toBeChecked();
    const way = panel.getByRole('combobox', { name: 'Way' });
    await expect
      .poll(() => [...way.element().querySelectorAll('option')].map(({ text }) => text))
      .toEqual(['Download', 'Mail: Accounts, accounts@haldane.example']);
    await way.selectOptions('Mail: Accounts, accounts@haldane.example');
    await expect
      .element(panel.getByRole('checkbox', { name: 'The first file of a template is a test.' }))
      .toBeChecked();
    await panel.getByRole('button', { name: 'Send the file' }).click();
    await expect.element(panel.getByText('The file is on its way by mail.')).toBeVisible();
    expect(bodies(`POST /v1/closes/${closeId}/export/mail`)).toEqual([
      { templateId: 'all', channelId: own.channelId, test: true },
    ]);
    expect(await findProblems()).toEqual([]);
  });

  test.each([
    [0, 'Fetch the file: Long'],
    [8, 'The link was valid for 7 days. The file is still in the list below.'],
  ])('MX-07: the link of a mail leads to the file for seven days, here after %i', async (days, text) => {
    const run = {
      runId: planId,
      templateId: 'all',
      templateName: 'Long',
      way: 'mail',
      format: 'csv',
      isTest: false,
      lines: 3,
      leftOut: 0,
      bytes: 20_000_000,
      hash: 'cd34',
      madeBy: null,
      madeAt: new Date(Date.now() - days * 86_400_000).toISOString(),
    };
    const { screen } = await open(
      {
        ...toRoutes(closed),
        [`GET /v1/closes/${closeId}/exports`]: {
          body: { runs: [run], accepted: 0, refused: 0, unanswered: 0, refusedLines: [] },
        },
      },
      'dealerAdmin',
      `/meters?close=${closeId}&file=${planId}`,
    );
    const panel = screen.getByRole('region', { name: 'Files for the ERP' });
    await expect.element(panel.getByText(text)).toBeVisible();
  });

  test('LG-17: proofs of the lines that are shown are saved as one file; lines without a reading have none', async () => {
    const { screen, bodies, fromMenu } = await open({
      ...linesAre(toLine(1, {}), toLine(2, { end: null })),
      'POST /v1/meters/proofs': { body: { proofs: [] } },
    });
    await fromMenu('Proofs of the lines');
    await expect
      .poll(() => bodies('POST /v1/meters/proofs'))
      .toEqual([{ readings: [{ deviceId: expect.any(String), meter: 'total', instant: expect.any(String) }] }]);
    await expect.element(screen.getByText('No line has a reading.')).toBeVisible();
  });

  test('LG-05: reports that came after the close are listed', async () => {
    const late = {
      deviceId: planId,
      serial: 'PBZT000281',
      at: '2025-10-31T23:50:00.000Z',
      receivedAt: '2025-11-03T08:00:00.000Z',
      meters: [{ meter: 'total', value: 90_250 }],
    };
    const { screen } = await open({
      ...toRoutes(closed),
      [`GET /v1/closes/${closeId}/late`]: { body: { total: 1, reports: [late] } },
    });
    await expect.element(screen.getByText(/^PBZT000281, Total 90,250 of 10\/31\/2025 23:50, received/)).toBeVisible();
  });

  test('LG-38: a customer is a link to the lines of that customer, which the address holds', async () => {
    const { screen, router, server } = await open();
    await screen.getByRole('link', { name: 'Lines of Haldane Office' }).click();
    await expect.poll(() => router.state.location.search).toMatchObject({ customer: 'K1' });
    await expect
      .poll(() =>
        server.called(`GET /v1/closes/${closeId}/lines`).some(({ query }) => query['customerNumber'] === 'K1'),
      )
      .toBe(true);
    await screen.getByRole('button', { name: 'All customers' }).click();
    await expect.poll(() => router.state.location.search).not.toHaveProperty('customer');
  });
});
