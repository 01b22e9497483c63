import type { Locale } from '@platen/catalogue/locale';
import { usualEffects } from '@platen/contract/ticket-names';
import type { TicketPreview, TicketSystem } from '@platen/contract/tickets';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findProblems, wipe } from '../../../../test/render-portal.tsx';
import { developer, down, feedRoller, mori, row, rowId } from '../../../../test/worklist-row/detail.ts';
import { renderPart } from '../../../../test/worklist-row/render-part.tsx';
import { SendDialog } from './send-dialog.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const idOf = (digit: number) => `0190a0b0-0000-7000-8000-0000000009${String(digit).padStart(2, '0')}`;
const system: TicketSystem = {
  systemId: idOf(1),
  name: 'Merrow service desk',
  channelId: idOf(2),
  withNetworkAddress: false,
  effects: { ...usualEffects },
  rules: [],
  channel: { kind: 'webhook', name: 'Merrow hook', state: 'active' },
  live: 3,
  notConfirmed: 0,
  lastAnswerAt: null,
  madeBy: mori,
  madeAt: '2025-11-20T07:58:02Z',
  own: false,
  version: 1,
};
const ticket = {
  ticketId: idOf(3),
  system: system.name,
  state: 'open',
  key: '#48211',
  url: 'https://desk.example/48211',
  isNotConfirmed: false,
} as const;
const place = { model: 'Platen C2810', customerName: 'Town Hall', description: 'Open plan', priority: 'P1' } as const;
const preview: TicketPreview = {
  devices: [
    { rowId, serial: 'PMJY000284', ...place, ticket: null, conditions: [down, developer] },
    { rowId: idOf(4), serial: 'PKJS000282', ...place, ticket, conditions: [feedRoller] },
  ],
  leftOut: 1,
};

interface Opened {
  readonly locale?: Locale;
  readonly systems?: readonly (typeof system)[];
  readonly ticked?: string[];
}
async function open({ locale = 'en-us', systems = [system], ticked }: Opened = {}) {
  const onSent = vi.fn();
  const { screen, server } = await renderPart(
    <SendDialog rows={[row]} ticked={ticked} onSent={onSent} onClose={() => undefined} />,
    {
      locale,
      routes: {
        'GET /v1/ticket-systems': { body: { systems } },
        'POST /v1/tickets/preview': { body: preview },
        'POST /v1/tickets': {
          body: {
            results: [
              { conditionId: down.conditionId, code: 0 },
              { conditionId: feedRoller.conditionId, code: 202_002, current: feedRoller },
            ],
            tickets: [{ rowId, isNew: true, ticket: { ...ticket, state: 'requested', key: null, url: null } }],
          },
        },
      },
    },
  );
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  return { screen, server, onSent };
}

test('XC-01 TK-03: what is predicted begins without a check mark, is named once a person ticks it, and only what is ticked is sent', async () => {
  const { screen, server, onSent } = await open();
  const reported = screen.getByRole('checkbox', { name: /C371.*PMJY000284/ });
  await expect.element(reported).toBeChecked();
  const judged = screen.getByRole('checkbox', { name: /Feed rollers.*PKJS000282/ });
  await expect.element(judged).not.toBeChecked();
  await expect.element(screen.getByText('For you to decide: nothing has been ordered or requested.')).toBeVisible();
  await expect.element(screen.getByText(/0 of 2 ticked/)).toBeVisible();
  await expect.element(screen.getByText(/makes 1 new ticket\./)).toBeVisible();
  await judged.click();
  await expect.element(screen.getByText(/1 of 2 ticked/)).toBeVisible();
  await expect.element(screen.getByText(/Predicted, not reported: Feed rollers/)).toBeVisible();
  await expect.element(screen.getByText(/1 new ticket and a note on 1 open ticket/)).toBeVisible();
  await screen.getByLabelText('Note', { exact: true }).fill('Ring first');
  await screen.getByRole('button', { name: 'Send 1 reported, 1 predicted' }).click();
  await expect
    .poll(() => server.called('POST /v1/tickets')[0]?.body)
    .toEqual({
      systemId: system.systemId,
      items: [down, feedRoller].map(({ conditionId, version }) => ({ conditionId, version })),
      note: 'Ring first',
    });
  // What was not taken stays in the dialog, with its reason and its check mark.
  await expect.element(screen.getByText('1 was not sent:')).toBeVisible();
  expect(onSent).toHaveBeenCalledExactlyOnceWith(1, [rowId], false);
  await expect.element(judged).toBeChecked();
});

test('TK-03: a device with an open ticket gets one of its own only where a person asks for it', async () => {
  const { screen, server } = await open({ ticked: [] });
  await screen.getByRole('checkbox', { name: /Feed rollers/ }).click();
  await expect.element(screen.getByText('adds a note to #48211')).toBeVisible();
  await screen.getByLabelText('a ticket of its own').click();
  await screen.getByRole('button', { name: 'Send 1 predicted' }).click();
  await expect.poll(() => server.called('POST /v1/tickets')[0]?.body).toMatchObject({ apart: [idOf(4)] });
});

test('TK-03: without a tick nothing is sent; without a system the dialog names who connects one', async () => {
  const { screen, server } = await open({ ticked: [] });
  await screen.getByRole('button', { name: 'Send 0' }).click();
  await expect.element(screen.getByRole('alert').getByText('Tick at least one condition.')).toBeVisible();
  expect(server.called('POST /v1/tickets')).toEqual([]);
  const none = await open({ systems: [] });
  await expect.element(none.screen.getByText(/An administrator connects one/)).toBeVisible();
});

test.each([
  ['en-us', 'light', 1440],
  ['ja-jp', 'dark', 480],
] as const)('FG-17: the dialog is right by axe in %s, %s, at %d px', async (locale, theme, width) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open({ locale });
  await screen
    .getByRole('checkbox', { name: /PKJS000282/ })
    .first()
    .click();
  expect(await findProblems()).toEqual([]);
});
