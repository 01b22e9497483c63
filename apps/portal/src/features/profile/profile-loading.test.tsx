import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../../test/device/device-data.ts';
import {
  panel,
  profilePath as path,
  renderDevice,
  richAnswers,
  withProfile,
} from '../../../test/device/render-device.tsx';

beforeEach(() => page.viewport(1440, 900));

describe('loading and failing', () => {
  test('while loading the headings stand where they will stand, and the wait is announced', async () => {
    const answers = { ...richAnswers(), profile: 'never' as const };
    const { screen } = await renderDevice({ path, answers });
    const region = page.getByRole('region', { name: 'Toner', exact: true });
    await expect.element(page.getByText('Loading device data')).toBeInTheDocument();
    const before = region.element().getBoundingClientRect();
    await screen.unmount();
    await renderDevice({ path });
    const toner = (await panel('Toner')).element().getBoundingClientRect();
    expect([toner.left, toner.top, toner.width]).toEqual([before.left, before.top, before.width]);
  });

  test('OQ-84 OQ-119: a failed load shows code and message with Retry, without any retry of its own', async () => {
    const answers = { ...richAnswers(), profile: { status: 503, body: { errorCode: 203002, detail: [] } } };
    const { requests } = await renderDevice({ path, answers });
    const alert = page.getByRole('alert').filter({ hasText: '203002' });
    await expect.element(alert).toBeVisible();
    expect(requests.filter((request) => request.endsWith('/profile'))).toHaveLength(1);
    Object.assign(answers, { profile: { body: richProfile() } });
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('1,284,306')).toBeVisible();
  });

  test('a refresh keeps the old values on screen; when it fails the failure is shown next to them', async () => {
    const { answers } = await renderDevice({ path });
    await panel('Counter');
    answers['profile'] = { status: 503, body: { errorCode: 203003, detail: [] } };
    await page.getByRole('button', { name: 'Refresh' }).click();
    const alert = page.getByRole('alert').filter({ hasText: '203003' });
    await expect.element(alert).toBeVisible();
    await expect.element(page.getByText('1,284,306')).toBeVisible();
    answers['profile'] = { body: { ...richProfile(), counter: { total: 7, AMP: null, colorRate: null } } };
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.element((await panel('Counter')).getByRole('button', { name: '7 source' })).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('an answer that is not the contract fails in its panel, it does not show half-truths', async () => {
    await renderDevice({ path, answers: withProfile({ deviceId, counter: { total: '12' } }) });
    await expect.element(page.getByRole('alert').getByText('103002')).toBeVisible();
  });
});
