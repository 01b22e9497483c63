import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../test/device/device-data.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../test/render-portal.tsx';
import { me } from '../../test/tokens/data.ts';

const facts = {
  assetNumber: 'A-104',
  place: 'Hall 4',
  contact: null,
  contract: 'Full service',
  notes: null,
  weight: 2,
  retiredOn: null,
  reportsAgain: false,
  version: 3,
  changedBy: null,
  changedAt: null,
  isDouble: true,
};
const placement = {
  organisation: { organisationId: deviceId, name: 'Bexholm', kind: 'customer' },
  byHand: true,
  reported: { dealerNumber: null, customerNumber: null, customerName: null },
};

beforeEach(() => page.viewport(1440, 900));
afterEach(wipe);

test('OA-40: the profile shows what people know of a device, and lets it be changed', async () => {
  const { server } = await renderPortal({
    path: `/profile?device=${deviceId}`,
    session: signedInUser,
    routes: {
      'GET /v1/users/me': { body: { groups: [], ...me, role: 'dealer' } },
      [`GET /v1/device/${deviceId}/profile`]: { body: richProfile() },
      [`GET /v1/device/${deviceId}/facts`]: { body: { facts, placement } },
      [`PUT /v1/device/${deviceId}/facts`]: { body: { facts: { ...facts, version: 4 } } },
    },
  });
  await page.getByRole('button', { name: 'Asset and place' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('A-104 (double)')).toBeVisible();
  await expect.element(dialog.getByText('Bexholm (by hand)')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Edit' }).click();
  const weight = page.getByRole('textbox', { name: 'Weight in the worklist' });
  await weight.fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('A number from 0.25 to 4, or empty.')).toBeVisible();
  await weight.fill('0,5');
  await page.getByLabelText('Retired on').fill('2026-01-31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/device/${deviceId}/facts`).map(({ body }) => body))
    .toEqual([{ version: 3, weight: 0.5, retiredOn: '2026-01-31' }]);
});
