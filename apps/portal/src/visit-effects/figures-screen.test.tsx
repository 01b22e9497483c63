import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findProblems, renderPortal, signedInUser, wipe } from '../../test/render-portal.tsx';
import { noFigures, visitFigures } from '../../test/visits/figures.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const call = 'GET /v1/visits/effect';
const open = (answer: unknown = { body: visitFigures }, path = '/visits/effect', locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes: { [call]: { ...Object(answer) } } });
const textOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('section')].find(
    (section) => section.querySelector('h2')?.textContent === name,
  )?.innerText ?? '';

test('VE-07: counts stand next to each percentage, and under 20 visits there are only counts', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'What visits brought' })).toBeVisible();
  await expect.element(screen.getByText('21 of 164 visits, 12.8%')).toBeVisible();
  await expect.element(screen.getByText('14 of 185 visits, 7.6%')).toBeVisible();
  await expect.element(screen.getByText(/38 of 212 pieces came back unused/)).toBeVisible();
  expect(textOf('By month')).toMatch(/Jun 2026\s+17\s+3\s+1\s+counts only, under 20 visits\s+11 of 30 spans\s+4\/21/);
  expect(textOf('By month')).toMatch(/Jul 2026\s+164\s+21\s+14\s+80%\s+75–83%\s+28,600\s+38\/212/);
  expect(textOf('By model')).toContain('Model unknown');
  expect(textOf('By customer')).toMatch(/1 of 61/);
});

test('VE-04 VE-05 GE-10: each change has its rates, its range and a card; by part they are counted', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'What visits changed' })).toBeVisible();
  const text = textOf('What visits changed');
  expect(text).toMatch(/6\.2\s+0\.9\s+1\.1\s+80%: 0\.05 to 0\.35 of before, 3,400 sheets\s+better/);
  expect(text).toMatch(/320 pages after, 500 needed\s+not yet known/);
  expect(text).toContain('3 of 143 entries');
  await userEvent.click(screen.getByRole('button', { name: /Feed rollers|Rollers/ }).first());
  await expect.element(screen.getByRole('tooltip').getByText('18 events on 2,903 sheets')).toBeVisible();
  expect(textOf('By part')).toMatch(/38\s+24\s+9\s+1\s+4\s+0\.31\s+0\.24–0\.4/);
  expect(textOf('By part')).toMatch(/Other work\s+3/);
});

test('VE-04 VE-05: supplies that were replaced have their names, alone and together', async () => {
  const [change] = visitFigures.changes;
  const [part] = visitFigures.parts;
  if (change === undefined || part === undefined) throw new Error('no figures');
  const items = ['supply.waste', 'toner.cyan'];
  const { screen } = await open({
    body: {
      ...visitFigures,
      changes: items.map((item) => ({ ...change, effect: { ...change.effect, done: 'replaced', item } })),
      parts: [
        { ...part, kind: 'supply' },
        { ...part, kind: 'toner' },
      ],
    },
  });
  await expect.element(screen.getByRole('button', { name: /Waste toner box/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /Cyan toner/ })).toBeVisible();
  expect(textOf('By part')).toMatch(/Other supplies[\s\S]*Toner/);
});

test('VE-05: the export asks for the entries of the chosen period, customer and model', async () => {
  const { screen, server } = await renderPortal({
    path: '/visits/effect?customer=C-1',
    session: signedInUser,
    routes: {
      [call]: { body: visitFigures },
      'GET /v1/visits/effect/export': { raw: '\uFEFFa\r\n1\r\n', headers: { 'total-count': '1' } },
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Export what visits changed' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Export as CSV' }));
  await expect.element(screen.getByText(/^1 row exported to visit-effects-\d{4}-\d\d-\d\d\.csv\.$/)).toBeVisible();
  const { from } = Object(server.called(call)[0]?.query);
  expect(server.called('GET /v1/visits/effect/export')[0]?.query).toMatchObject({
    format: 'csv',
    customer: 'C-1',
    from,
  });
});

test('VE-08: advice in this fleet stands next to what simulated fleets showed', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'Advice in this fleet' })).toBeVisible();
  expect(textOf('Advice in this fleet')).toMatch(/C5500\s+31\s+22\s+3\s+6\s+0\s+4 of 19/);
  expect(textOf('Advice in this fleet')).toMatch(/41\s+30\s+3\s+8\s+0\s+no sign/);
});

test('VR-11: figures by technician are shown only where the server answers some', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'By customer' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'By technician' })).not.toBeInTheDocument();
  const person = { userId: '0193e0a0-0000-7000-8000-000000000009', name: 'Aiko Mori' };
  const { screen: other } = await open({
    body: { ...visitFigures, technicians: [{ person, ...visitFigures.all }] },
  });
  await expect.element(other.getByRole('heading', { name: 'By technician' })).toBeVisible();
  await expect.element(other.getByRole('rowheader', { name: 'Aiko Mori' })).toBeVisible();
});

test('GE-19: the address holds the period, customer and model that the server is asked for', async () => {
  const { screen, router, server } = await open(undefined, '/visits/effect?months=3&customer=C-20044');
  await expect.element(screen.getByRole('combobox', { name: 'Customer' })).toHaveValue('C-20044');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'Platen M3210');
  await expect
    .poll(() => server.called(call).at(-1)?.query)
    .toMatchObject({
      customer: 'C-20044',
      model: 'Platen M3210',
      from: expect.stringMatching(/^\d{4}-\d{2}-01$/),
    });
  expect(router.state.location.search).toMatchObject({ months: '3', customer: 'C-20044', model: 'Platen M3210' });
});

test('VE-07: without visits every part says so, and a failure shows its code', async () => {
  const { screen } = await open({ body: noFigures });
  await expect.element(screen.getByText(/Nothing was counted yet/)).toBeVisible();
  await expect.element(screen.getByText(/has an entry that can be compared/)).toBeVisible();
  await expect.element(screen.getByText('No part was advised in this period.')).toBeVisible();
  const { screen: failed } = await open({ status: 503, body: { errorCode: 203003, detail: [] } });
  await expect.element(failed.getByText('203003')).toBeVisible();
});

test.each([
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
] as const)('in %s, %s, at %i px there is no accessibility defect', async (theme, locale, width) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open({ body: visitFigures }, '/visits/effect', locale);
  await expect.element(screen.getByRole('rowheader', { name: 'Platen M3210' })).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
