import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findProblems, renderPortal, signedInUser, wipe } from '../../test/render-portal.tsx';
import { aDevice, aPack, visitId as packVisit } from '../../test/visit-pack/a-pack.ts';
import { aVisit, visitId } from '../../test/visits/data.ts';
import { fewerJams, nearUsual, tooEarly } from '../../test/visits/effects.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const [device] = aVisit.devices;
const deviceId = device?.deviceId ?? '';
const recorded = {
  ...aVisit,
  state: 'done',
  devices: aVisit.devices.slice(0, 1).map((one) => ({ ...one, state: 'recorded' })),
};
const call = `GET /v1/device/${deviceId}/visits/effects`;
const open = (effects: unknown, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({
    path: `/visits/${visitId}`,
    locale,
    session: signedInUser,
    routes: { [`GET /v1/visits/${visitId}`]: { body: { visit: recorded } }, [call]: { ...Object(effects) } },
  });
const all = { body: { effects: [fewerJams, tooEarly, nearUsual, { ...fewerJams, visitId: deviceId }] } };

test('VE-05 VE-04: a visit shows each rate before and after in one line, with its verdict', async () => {
  const { screen } = await open(all);
  const list = screen.getByRole('list', { name: 'What visits changed' });
  await expect
    .element(list)
    .toHaveTextContent(
      /^Jams from drawer 1: 6.2 before, 0.9 after per 1,000 sheets.*\(80%: 0.05 to 0.35 of before, 3,400 sheets\) better/,
    );
  await expect.element(list).toHaveTextContent(/320 pages after, 500 needed.*not yet known/);
  await expect
    .element(list)
    .toHaveTextContent(/Service calls: 0 before, 1.5 after.*at least 1.4 of before.*worse, was not far from usual/);
  expect(list.getByRole('listitem').all()).toHaveLength(3);
});

test('GE-10 VE-05: the card of a line has days, counts, exposures, the usual rate, the quotient and the rule', async () => {
  const { screen } = await open(all);
  await userEvent.click(screen.getByRole('button', { name: /Jams from drawer 1/ }));
  const card = screen.getByRole('tooltip');
  for (const text of [
    '18 events on 2,903 sheets',
    '3 events on 3,400 sheets',
    '1.1 per 1,000',
    '(3 ÷ 3,400) ÷ (18 ÷ 2,903) = 0.14',
    /exact 80% interval/,
  ])
    await expect.element(card.getByText(text)).toBeVisible();
  expect(await findProblems()).toEqual([]);
});

test('VE-05: a failure is stated in the place of the lines, and a visit without effects shows none', async () => {
  const { screen } = await open({ status: 503, body: { errorCode: 203003, detail: [] } });
  await expect.element(screen.getByText('What the visit changed could not be loaded.')).toBeVisible();
  const { screen: other } = await open({ body: { effects: [] } });
  await expect.element(other.getByRole('heading', { level: 1, name: 'Weir school' })).toBeVisible();
  await expect.element(other.getByRole('list', { name: 'What visits changed' })).not.toBeInTheDocument();
});

test('VP-14 VE-05: the pack shows what the visits before changed', async () => {
  const [past, ...others] = aDevice(1).before;
  if (past === undefined) throw new Error('no visit before');
  const pack = aPack({ devices: [{ ...aDevice(1), before: [{ ...past, effects: [fewerJams] }, ...others] }] });
  const { screen } = await renderPortal({
    path: `/visits/${packVisit}/pack`,
    session: signedInUser,
    routes: { [`GET /v1/visits/${packVisit}/pack`]: { body: pack } },
  });
  await expect
    .element(screen.getByRole('list', { name: 'What visits changed' }))
    .toHaveTextContent(/^Jams from drawer 1/);
});

test('VE-05: in Japanese, dark and at 480 px nothing overflows and nothing is inaccessible', async () => {
  await page.viewport(480, 900);
  document.documentElement.dataset['theme'] = 'dark';
  const { screen } = await open(all, 'ja-jp');
  await expect
    .element(screen.getByText('カセット1の紙詰まり（1,000枚あたり）：訪問前6.2回、訪問後0.9回').first())
    .toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});
