import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listAnswer, openPortal, refusal } from '../../../test/device-list/portal.tsx';

afterEach(() => vi.unstubAllGlobals());

const notifications = [
  { id: 'b', publishedAt: '2026-02-01T00:00:00Z', content: 'Second notice' },
  { id: 'a', publishedAt: '2026-01-01T00:00:00Z', content: 'First notice' },
];
const list = () => listAnswer([]);
const newest = Date.parse('2026-02-01T00:00:00Z');

test('NT-01 NT-02: notifications are loaded when the list first opens, and open by themselves when one is new here', async () => {
  const { screen, calls } = await openPortal({ list, notifications }, { seen: Date.parse('2026-01-15T00:00:00Z') });
  await expect.element(screen.getByRole('dialog', { name: 'Notification' })).toBeVisible();
  await expect.element(screen.getByText('Second notice')).toBeVisible();
  expect(calls.filter(({ path }) => path === '/v1/notifications')).toHaveLength(1);
  expect(localStorage.getItem('platen.notificationsSeen.user-1')).toBe(String(newest));
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('NT-02: a user who has seen them all gets no popup and no badge; the button opens them', async () => {
  const { screen } = await openPortal({ list, notifications }, { seen: newest });
  const button = screen.getByRole('button', { name: 'Notification', exact: true });
  await expect.element(button).toBeVisible();
  await expect.element(screen.getByText('No devices')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await button.click();
  await expect.element(screen.getByText('First notice')).toBeVisible();
});

test('NT-02 OQ-52: the badge counts what was not shown yet', async () => {
  // The error popup stays in front, so that nothing is shown yet.
  const { screen } = await openPortal({ list: () => refusal(200001, 403), notifications }, { seen: 1 });
  await expect.element(screen.getByRole('button', { name: 'Notification 2' })).toBeVisible();
  const popup = screen.getByRole('alertdialog');
  await expect.element(popup).toBeVisible();
  expect(localStorage.getItem('platen.notificationsSeen.user-1')).toBe('1');
});

test('NT-02: without any notification nothing opens by itself, and the button has no count', async () => {
  const { screen } = await openPortal({ list });
  await expect.element(screen.getByText('No devices')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Notification', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
