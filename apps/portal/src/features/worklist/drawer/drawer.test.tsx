import type { Locale } from '@platen/catalogue/locale';
import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findProblems, wipe } from '../../../../test/render-portal.tsx';
import { fewerJams } from '../../../../test/visits/effects.ts';
import { detail, developer, down, feedRoller, row, rowId, weber } from '../../../../test/worklist-row/detail.ts';
import { renderPart } from '../../../../test/worklist-row/render-part.tsx';
import { Drawer } from './drawer.tsx';
import type { DrawerProps } from './drawer-props.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

interface OpenOptions {
  readonly body?: WorklistDetail;
  readonly locale?: Locale;
  readonly width?: number;
}
const call = `GET /v1/worklist/${rowId}`;
const effectsCall = `GET /v1/device/${rowId}/visits/effects`;
const effects = detail.visits.map(({ visitId }) => ({ ...fewerJams, visitId }));
async function open({ body = detail, locale = 'en-us', width = 596 }: OpenOptions = {}) {
  const onAct = vi.fn<DrawerProps['onAct']>();
  const onUndo = vi.fn<DrawerProps['onUndo']>();
  const onClose = vi.fn<() => void>();
  const part = (
    <div style={{ inlineSize: `min(100%, ${width}px)`, blockSize: '800px' }}>
      <Drawer rowId={rowId} place={{ rank: 3, of: 141 }} onClose={onClose} onAct={onAct} onUndo={onUndo} />
    </div>
  );
  const { screen } = await renderPart(part, {
    locale,
    routes: { [call]: { body }, [effectsCall]: { body: { effects } } },
  });
  return { screen, onAct, onUndo, onClose, drawer: screen.getByRole('region').first() };
}
const textOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('section section')].find(
    (section) => section.querySelector('h3')?.textContent === name,
  )?.innerText ?? '';

test('WL-53: the card lists chance, hours, use and product, what was held back, and what is not known', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'Why it stands here' })).toBeVisible();
  const card = textOf('Why it stands here');
  expect(card).toMatch(/C371.*\s+Reported\s+1\s+8 h × 4\s+32\.0/);
  expect(card).toMatch(/Black developer: replace now\s+Predicted\s+risk 71\.4% in 7 d\s+0\.2\s+8 h × 4\s+7\.2/);
  expect(card).toMatch(/Feed rollers .*\s+Predicted\s+chance not known/);
  expect(card).toMatch(/Held back: hours and maintenance of one device count once\s+−6\.6/);
  expect(card).toMatch(/Sum: one more day of waiting\s+32\.8/);
  expect(card).toContain('1 figure is not known');
  expect(card).toContain('31,918 pages a month against the median 7,358: factor 4');
  expect(card).toContain('1, not set by hand');
  expect(card).not.toMatch(/[€$£¥]/);
});

test('WL-59: the head names class, cost, rank and device, and leads to its screens', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'Platen M3210' })).toBeVisible();
  const head = document.querySelector('header')?.innerText ?? '';
  expect(head).toMatch(/P1\s+32\.8 points a day\s+3 of 141/);
  expect(head).toMatch(/PEJU000256\s+Bexholm Outfitters, Room 204\s+Open/);
  expect(head).toContain('Came back');
  await expect
    .element(screen.getByRole('link', { name: 'Failure Sign' }))
    .toHaveAttribute('href', `/failuresign?device=${rowId}`);
});

test('WL-60: an action means the ticked conditions; at first all that are open and follow from no other', async () => {
  const { screen, onAct } = await open();
  await screen.getByRole('button', { name: 'Acknowledge' }).click();
  const ids = (conditions: readonly { conditionId: string }[] = []) => conditions.map(({ conditionId }) => conditionId);
  expect(onAct.mock.lastCall?.[0]).toMatchObject({ action: 'acknowledge', rows: [row] });
  expect(ids(onAct.mock.lastCall?.[0].conditions)).toEqual(ids([down, developer, feedRoller]));
  await screen.getByRole('checkbox', { name: /Feed rollers/ }).click();
  await screen.getByRole('button', { name: 'Plan visit' }).click();
  expect(ids(onAct.mock.lastCall?.[0].conditions)).toEqual(ids([down, developer]));
  expect(ids(onAct.mock.lastCall?.[0].others)).toContain(feedRoller.conditionId);
});

test('WL-59: conditions show source, evidence and what they follow from; resolved ones are folded', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('132%, threshold 100')).toBeVisible();
  await expect.element(screen.getByText('7 times in 30 d').first()).toBeVisible();
  await expect.element(screen.getByText(/^Follows from .*C371/)).toBeVisible();
  await screen.getByText('1 resolved condition of the last 24 months').click();
  await expect.element(screen.getByText(/: by a visit$/)).toBeVisible();
});

test('WL-59: what to bring follows the ticked conditions', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'What to bring' })).toBeVisible();
  expect(textOf('What to bring')).toMatch(
    /Developer \(K\)\s+6274\s+1\s+Black developer: replace now\s+Photosensitive drum \(K\)\s+6250\s+1\s+due within.*Cyan toner\s+1/s,
  );
  await screen.getByRole('checkbox', { name: /Black developer/ }).click();
  expect(textOf('What to bring')).toContain('(not ticked)');
});

test('WL-42, WL-59: each transition has person and time; one that was taken back is struck', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'What the device and people did' })).toBeVisible();
  const history = textOf('What the device and people did');
  expect(history).toMatch(/Came back.*by the portal/s);
  expect(history).toContain('Snoozed until worse: Known and accepted');
  expect(document.querySelector('s')?.textContent).toContain('Acknowledged');
  expect(history).toMatch(/Weber · taken back/);
});

test('WL-42 WL-57: what was resolved shows which device it was, and is taken back from the history', async () => {
  const resolved = { ...down, work: 'resolved' as const, state: 'resolved' as const, version: 8 };
  const [event] = detail.events;
  if (event === undefined) throw new Error('an entry is needed');
  const actionId = event.eventId;
  const { serial, model, customerNumber, customerName, description } = row;
  const { screen, onUndo } = await open({
    body: {
      ...detail,
      row: null,
      device: { serial, model, customerNumber, customerName, description },
      conditions: [resolved],
      conditionCount: 1,
      events: [{ ...event, by: weber, change: 'resolve', detail: { reason: 'fixed' }, actionId }],
      eventCount: 1,
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Platen M3210' })).toBeVisible();
  await expect.element(screen.getByText('Nothing is open here.')).toBeVisible();
  expect(document.querySelector('header')?.innerText).toMatch(/PEJU000256\s+Bexholm Outfitters, Room 204/);
  await screen.getByRole('button', { name: 'Undo' }).click();
  expect(onUndo).toHaveBeenCalledExactlyOnceWith({
    actionId,
    action: 'resolve',
    conditions: [resolved],
    rowIds: [rowId],
  });
});

test('GE-10: a forecast without a date names why, and nothing known is no zero', async () => {
  const { screen } = await open({
    body: { ...detail, use: { ...detail.use, pagesAMonth: null, factor: null }, visits: [], notes: [], bring: [] },
  });
  await expect.element(screen.getByText('sign of failure, no date: next visit')).toBeVisible();
  await expect.element(screen.getByRole('listitem').filter({ hasText: /^Storage/ })).toBeVisible();
  await expect.element(screen.getByText('not known; 1 counts')).toBeVisible();
  await expect.element(screen.getByText('No visit is recorded.')).toBeVisible();
});

test.each([
  ['ends today', 0],
  ['ended a week ago', -7],
])('WL-59: what %s is due now, at any hour of the day', async (_, days) => {
  const day = new Intl.DateTimeFormat('sv-SE').format(Date.now() + days * 86_400_000);
  const forecast = [{ item: '6254', day, range: { lower: day, upper: day } }];
  const { screen } = await open({ body: { ...detail, forecast } });
  await expect.element(screen.getByText('due now')).toBeVisible();
});

test('GE-10 WL-53: the card names its rule, the formula of each kind in it, and the limits of the classes', async () => {
  const { screen } = await open();
  await screen.getByText('Rule: cost of one more working day of waiting').click();
  const card = textOf('Why it stands here');
  expect(card).toMatch(/Down\s+hours × use\s+Parts\s+chance × \(hours × use \+ 4\)/);
  expect(card).toContain('P1 from 6 points a day, P2 from 1.5, P3 from 0.3, else P4.');
  expect(card).not.toContain('meter close');
});

test('QF-01 QF-02 QF-03: each condition names who can act, what to do, and whether it can do without a visit', async () => {
  const box: Condition = {
    ...down,
    conditionId: rowId,
    kind: 'supply',
    subject: 'waste',
    facts: { item: 'waste', urgency: 'full', percent: 0 },
    whoCanAct: 'user',
  };
  const { screen } = await open({ body: { ...detail, conditions: [...detail.conditions, box] } });
  await expect.element(screen.getByText('Waste toner box full').first()).toBeVisible();
  const conditions = [...document.querySelectorAll<HTMLElement>('section section li')].map((one) => one.innerText);
  const of = (name: string) => conditions.find((text) => text.startsWith(name)) ?? '';
  expect(of('C371')).toMatch(
    /Technician needed.*14 of 22 such cases were resolved without a visit\s+To do: send a technician/s,
  );
  expect(of('Black developer')).toContain('Replace the black developer now.');
  expect(of('Waste toner box full')).toMatch(/User can act.*To do: replace the box.*0% room left/s);
  expect(of('Waste toner box full')).not.toContain('without a visit');
});

test('TX-20 XC-01: what to bring for judged conditions is for a person to decide; nothing of it was ordered', async () => {
  const { screen } = await open();
  const decide = screen.getByRole('note');
  await expect.element(decide).toHaveTextContent('For you to decide: nothing has been ordered or requested.');
  await expect.element(decide).toHaveTextContent(/Black developer.*; Feed rollers/);
  await screen.getByRole('checkbox', { name: /Black developer/ }).click();
  await screen.getByRole('checkbox', { name: /Feed rollers/ }).click();
  await expect.element(decide).not.toBeInTheDocument();
});

test('WL-59 CH-02: codes since the last visit lie between two days; without a visit the span is named', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: /Codes changed since the visit of/ })).toBeVisible();
  await expect.element(screen.getByText('128 → 96')).toBeVisible();
  await expect.element(screen.getByText(/^between .+ and /)).toBeVisible();
  await expect.element(screen.getByText('14 more codes adjust themselves.')).toBeVisible();
});

test('WL-59 VE-05: a visit that was made shows what it changed', async () => {
  const { screen } = await open();
  await expect
    .element(screen.getByText('Jams from drawer 1: 6.2 before, 0.9 after per 1,000 sheets').first())
    .toBeVisible();
});

test('WL-59: without a visit the codes and the visits say so', async () => {
  const codeChanges = { since: '2026-11-01', isVisit: false, changes: [], count: 0, adjusting: 0 };
  const { screen } = await open({ body: { ...detail, visits: [], codeChanges } });
  await expect.element(screen.getByRole('heading', { name: 'Codes changed since 11/01/2026' })).toBeVisible();
  await expect.element(screen.getByText('no visit is recorded', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('No code has changed.')).toBeVisible();
  await expect.element(screen.getByText('No visit is recorded.')).toBeVisible();
});

test('WL-59: reported figures are solid, judged ones banded', async () => {
  const level: Condition = {
    ...down,
    conditionId: rowId,
    kind: 'supply',
    subject: 'cyan',
    facts: { item: 'cyan', urgency: 'low', percent: 4 },
  };
  const { screen } = await open({ body: { ...detail, conditions: [level, ...detail.conditions] } });
  await expect.element(screen.getByText('4% left')).toBeVisible();
  const bands = [...document.querySelectorAll('section section li [class*=gauge] i')].map((one) => one.className);
  expect(bands.map((name) => name.includes('judged'))).toEqual([false, true]);
});

test('WL-59: the drawer closes by its button', async () => {
  const { screen, onClose } = await open();
  await screen.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a row without anything open names that, and shows what was', async () => {
  const { screen } = await open({
    body: { ...detail, row: null, conditions: detail.conditions.slice(4), conditionCount: 1 },
  });
  await expect.element(screen.getByText('Nothing is open here.')).toBeVisible();
  await expect.element(screen.getByText('1 resolved condition of the last 24 months')).toBeVisible();
});

test.each([
  ['en-us', 1440, 'light'],
  ['ja-jp', 960, 'dark'],
  ['en-us', 480, 'dark'],
  ['ja-jp', 480, 'light'],
] as const)(
  'in %s at %i px in %s the drawer has no problem of access and stays in its width',
  async (locale, width, theme) => {
    await page.viewport(width, 900);
    document.documentElement.dataset['theme'] = theme;
    const { screen } = await open({ locale });
    await expect.element(screen.getByText('Platen M3210')).toBeVisible();
    expect(await findProblems()).toEqual([]);
    const frame = document.querySelector('section');
    expect(frame?.scrollWidth).toBeLessThanOrEqual(frame?.clientWidth ?? 0);
  },
);

test('GE-04 OA-20: the drawer offers what the answer allows, and sends only conditions that allow it', async () => {
  const [first, second, ...others] = detail.conditions;
  if (first === undefined || second === undefined) throw new Error('two conditions are needed');
  const limited = {
    ...detail,
    conditions: [
      { ...first, actions: ['acknowledge' as const, 'assign' as const] },
      { ...second, actions: ['assign' as const] },
      ...others.map((one) => ({ ...one, actions: [] })),
    ],
  };
  const { screen, onAct } = await open({ body: limited });
  const button = (name: string) => screen.getByRole('button', { name });
  await expect.element(button('Acknowledge')).toBeEnabled();
  for (const name of ['Plan visit', 'Snooze', 'Resolve', 'Cancel visit'])
    await expect.element(button(name)).not.toBeInTheDocument();
  await button('Acknowledge').click();
  expect(onAct.mock.lastCall?.[0].conditions.map(({ conditionId }) => conditionId)).toEqual([first.conditionId]);
  await screen.getByRole('checkbox').first().click();
  await expect.element(button('Acknowledge')).toBeDisabled();
  await button('Assign').click();
  const sent = onAct.mock.lastCall?.[0];
  expect(sent?.conditions.map(({ conditionId }) => conditionId)).toEqual([second.conditionId]);
  expect(sent?.others.map(({ conditionId }) => conditionId)).toEqual([first.conditionId]);
});
