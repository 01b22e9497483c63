import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from './device-data.ts';
import { richAnswers } from './render-device.tsx';

export const profilePath = `/profile?device=${deviceId}`;
export const withProfile = (profile: unknown) => ({ ...richAnswers(), profile: { body: profile } });

/** The panel under a heading, once its values are there. */
export async function panel(name: string) {
  await expect.poll(() => document.querySelector('main [role=region], main section h2')).not.toBeNull();
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  const region = page.getByRole('region', { name, exact: true });
  await expect.element(region).toBeVisible();
  return region;
}
