import type { Locale } from '@platen/catalogue/locale';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeRoutes } from '../../../../test/fake-server.ts';
import { findProblems, wipe } from '../../../../test/render-portal.tsx';
import { answered, page as worklistPage } from '../../../../test/worklist/data.ts';
import { detail, developer, down, feedRoller, mori, row, rowId, weber } from '../../../../test/worklist-row/detail.ts';
import { renderPart } from '../../../../test/worklist-row/render-part.tsx';
import type { AskedAction } from '../actions.ts';
import { dayAfter, dayIn, morningOf } from '../days.ts';
import { ActionDialog } from './action-dialog.tsx';
import { CallDialog } from './call-dialog.tsx';
import { ChangedDialog } from './changed-dialog.tsx';
import type { ActionDialogProps } from './dialog-props.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { PriorityDialog, WeightDialog } from './row-dialogs.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(wipe);

const people = [
  { ...mori, rows: 11, visitsToday: 2 },
  { ...weber, rows: 3, visitsToday: 0 },
];
const routes = { 'GET /v1/worklist/people': { body: { people } } };
const nothing = () => undefined;
/** The zone of the organisation; the browser of the tests may stand in another one. */
const zone = 'Europe/Berlin';
const inDays = (days: number) => dayAfter(dayIn(zone, new Date()), days);

async function ask(
  action: AskedAction,
  locale: Locale = 'en-us',
  of: string = zone,
  more: FakeRoutes = {},
  asked: Partial<ActionDialogProps['request']> = {},
) {
  const onSubmit = vi.fn<ActionDialogProps['onSubmit']>();
  const request = { action, rows: [row], conditions: [down], others: [feedRoller], ...asked };
  const part = (
    <ActionDialog request={request} me={weber.userId} zone={of} busy={false} onSubmit={onSubmit} onClose={nothing} />
  );
  const { screen, server } = await renderPart(part, { locale, routes: { ...routes, ...more } });
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  return { screen, onSubmit, server };
}

test('WL-22: the list of people is as high as all of them need, and stays so while a name is typed', async () => {
  const { screen } = await ask('assign');
  await expect.element(screen.getByRole('radio').first()).toBeVisible();
  const list = screen.getByRole('radio').first().element().closest('[style*="--options"]');
  const last = screen.getByRole('radio').last().element().closest('label');
  if (list === null || last === null) throw new Error('no list');
  const { bottom, height } = list.getBoundingClientRect();
  // Two people and no person: nothing is cut off, and no room is left for others.
  expect(list.scrollHeight).toBeLessThanOrEqual(list.clientHeight);
  expect(bottom - last.getBoundingClientRect().bottom).toBeLessThan(24);
  await screen.getByRole('textbox').first().fill('Web');
  expect(list.getBoundingClientRect().height).toBe(height);
});

test('WL-22 WL-23: no person and the user stand first; who does not see each device is not offered, and is counted', async () => {
  const unseen = { ...mori, userId: '0190a0b0-0000-7000-8000-000000000203', name: 'Lund', rows: 0, visitsToday: 0 };
  const offered = [...people.map((one) => ({ ...one, unseen: 0 })), { ...unseen, unseen: 1 }];
  const { screen, server } = await ask('plan', 'en-us', zone, {
    'GET /v1/worklist/people': { body: { people: offered } },
  });
  await expect
    .element(screen.getByText('1 person does not see each of these devices and cannot be chosen.'))
    .toBeVisible();
  expect(
    screen
      .getByRole('radio')
      .elements()
      .map((one) => one.closest('label')?.textContent),
  ).toEqual(['Not decided yet', 'You3 rows, 0 visits today', 'Mori11 rows, 2 visits today']);
  expect(server.called('GET /v1/worklist/people')[0]?.query).toEqual({ devices: row.rowId });
});

test('WL-60: the same matter on two devices stands below each of them, with its own name', async () => {
  const other = { ...row, rowId: '0190a0b0-0000-7000-8000-00000000ab01', serial: 'PTWO', model: 'MX-2' };
  const same = { ...down, conditionId: '0190a0b0-0000-7000-8000-00000000ab02' };
  const byRow = [
    { row, conditions: [down] },
    { row: other, conditions: [same] },
  ];
  const both = { rows: [row, other], conditions: [down, same], others: [], byRow };
  const { screen, onSubmit } = await ask('note', 'en-us', zone, {}, both);
  await expect.element(screen.getByRole('group', { name: new RegExp(String(row.serial)) })).toBeVisible();
  await screen
    .getByRole('group', { name: /PTWO MX-2/ })
    .getByRole('checkbox')
    .click();
  await screen.getByLabelText('Note', { exact: true }).fill('Key at the desk');
  await screen.getByRole('button', { name: 'Add' }).click();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ action: 'note', note: 'Key at the desk' }, [down]);
  expect(await findProblems()).toEqual([]);
});

test('WL-31: a number key chooses the reason, Enter resolves; what will not be done needs a note', async () => {
  const { screen, onSubmit } = await ask('resolve');
  await userEvent.keyboard('5{Enter}');
  await expect.element(screen.getByText('This reason needs a note.')).toBeVisible();
  await expect.element(screen.getByLabelText('Note')).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
  await screen.getByLabelText('Will not be done').click();
  await userEvent.keyboard('2{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ action: 'resolve', reason: 'noFaultFound' }, [down]);
});

test('WL-27: a snooze until worse has a reason, one until a day ends that morning, "other" needs a note', async () => {
  const { screen, onSubmit } = await ask('snooze');
  await screen.getByRole('button', { name: 'Snooze 1' }).click();
  expect(onSubmit).toHaveBeenLastCalledWith({ action: 'snooze', untilWorse: true, reason: 'waitingForPart' }, [down]);
  await screen.getByLabelText('Until a day').click();
  await screen.getByRole('button', { name: 'Snooze 1' }).click();
  await expect.element(screen.getByText('Choose a day within 90 days from tomorrow.')).toBeVisible();
  const day = inDays(5);
  await screen.getByLabelText('Day', { exact: true }).fill(day);
  await screen.getByLabelText('Other').click();
  await screen.getByRole('button', { name: 'Snooze 1' }).click();
  await expect.element(screen.getByText('This reason needs a note.')).toBeVisible();
  await screen.getByLabelText('Note').fill('Office is closed');
  await screen.getByRole('button', { name: 'Snooze 1' }).click();
  expect(onSubmit).toHaveBeenLastCalledWith(
    {
      action: 'snooze',
      untilWorse: true,
      reason: 'other',
      until: morningOf(day, zone).toISOString(),
      note: 'Office is closed',
    },
    [down],
  );
});

test('GE-19 WL-60: Ctrl and Enter send a note from within its text', async () => {
  const { screen, onSubmit } = await ask('note');
  await expect.element(screen.getByLabelText('Note', { exact: true })).toHaveFocus();
  await userEvent.keyboard('Key at{Enter}the desk{Control>}{Enter}{/Control}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ action: 'note', note: 'Key at\nthe desk' }, [down]);
});

test('WL-22: a person is found by name and taken with Enter; nothing is sent before', async () => {
  const { screen, onSubmit } = await ask('assign');
  await expect.element(screen.getByText('11 rows, 2 visits today')).toBeVisible();
  await screen.getByLabelText('Find a person').fill('mo');
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ action: 'assign', assignee: mori.userId }, [down]);
});

test('WL-23: a visit proposes nothing: no day, no person, further conditions without a check mark', async () => {
  const { screen, onSubmit } = await ask('plan');
  await expect.element(screen.getByRole('checkbox', { name: /Feed rollers/ })).not.toBeChecked();
  await screen.getByRole('button', { name: 'Plan 1' }).click();
  await expect.element(screen.getByText('Choose a day, today or later.')).toBeVisible();
  await expect.element(screen.getByLabelText('Day', { exact: true })).toHaveFocus();
  const plannedDay = inDays(2);
  await screen.getByLabelText('Day', { exact: true }).fill(plannedDay);
  await screen.getByRole('checkbox', { name: /Feed rollers/ }).click();
  await screen.getByRole('button', { name: 'Plan 2' }).click();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ action: 'plan', plannedDay, assignee: null }, [down, feedRoller]);
});

test('VP-04: hours are optional, and further devices of the customer are found and ticked by the person', async () => {
  const otherId = '0190a0b0-0000-7000-8000-00000000ab01';
  const further = { ...row, rowId: otherId, serial: 'PTWO', conditions: [developer], conditionCount: 1 };
  const { screen, onSubmit, server } = await ask('plan', 'en-us', zone, {
    ...answered({ ...worklistPage, rows: [row, further] }),
    [`GET /v1/worklist/${otherId}`]: { body: { ...detail, conditions: [developer] } },
  });
  await screen.getByText('Further devices of this customer').click();
  await expect.element(screen.getByRole('button', { name: 'Add PTWO' })).toBeVisible();
  expect(server.called('GET /v1/worklist')[0]?.query).toMatchObject({ customer: JSON.stringify([row.customerNumber]) });
  await screen.getByRole('button', { name: 'Add PTWO' }).click();
  const added = screen.getByRole('group', { name: /PTWO/ }).getByRole('checkbox');
  await expect.element(added).not.toBeChecked();
  await added.click();
  await screen.getByLabelText('From').fill('09:00');
  await screen.getByLabelText('Day', { exact: true }).fill(inDays(1));
  await screen.getByRole('button', { name: 'Plan 2' }).click();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(
    { action: 'plan', plannedDay: inDays(1), assignee: null, hours: { from: '09:00', to: null } },
    [down, developer],
    [further],
  );
});

test('WL-23: in the field of the day, t chooses today and m tomorrow', async () => {
  const { screen, onSubmit } = await ask('plan');
  await expect.element(screen.getByLabelText('Day', { exact: true })).toHaveFocus();
  await userEvent.keyboard('m');
  await expect.element(screen.getByRole('button', { name: 'Tomorrow' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('t{Enter}');
  const plannedDay = inDays(0);
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ action: 'plan', plannedDay, assignee: null }, [down]);
  await screen.getByRole('button', { name: 'Tomorrow' }).click();
  await expect.element(screen.getByLabelText('Day', { exact: true })).toHaveValue(inDays(1));
});

test.each([
  ['Pacific/Kiritimati', '2026-11-24T12:30:00Z', '2026-11-25'],
  ['Pacific/Pago_Pago', '2026-11-24T08:30:00Z', '2026-11-23'],
])(
  'GE-08: today in a plan is that of the organisation (%s), whatever the clock of the viewer shows',
  async (of, now, today) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    try {
      const { screen, onSubmit } = await ask('plan', 'en-us', of);
      const day = screen.getByLabelText('Day', { exact: true });
      await expect.element(day).toHaveAttribute('min', today);
      await userEvent.keyboard('t{Enter}');
      expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ action: 'plan', plannedDay: today });
    } finally {
      vi.useRealTimers();
    }
  },
);

test('TX-20 XC-01: the dialog names the predicted conditions that are handed over', async () => {
  const { screen } = await ask('plan');
  const decide = screen.getByRole('note');
  await expect.element(decide).not.toBeInTheDocument();
  await screen.getByLabelText(/Feed rollers/).click();
  await expect.element(decide).toHaveTextContent('For you to decide: nothing has been ordered or requested.');
  await expect.element(decide).toHaveTextContent(/Predicted, not reported: Feed rollers of the 1st cassette/);
});

test('WL-60: without a ticked condition nothing is sent', async () => {
  const { screen, onSubmit } = await ask('note');
  await screen.getByLabelText('Note', { exact: true }).fill('Door code at reception');
  await screen.getByRole('checkbox', { name: /C371/ }).click();
  await screen.getByRole('button', { name: 'Add' }).click();
  await expect.element(screen.getByText('Tick at least one condition.')).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('GE-06, TX-19: both values stand next to each other; "Keep mine" sends again for the present version', async () => {
  const onKeepMine = vi.fn<() => void>();
  const current = { ...developer, version: 9, state: 'assigned' as const, assignee: mori };
  const { screen } = await renderPart(
    <ChangedDialog
      draft={{ action: 'acknowledge' }}
      changed={[{ before: developer, current, by: 'Mori' }]}
      busy={false}
      onKeepMine={onKeepMine}
      onTakeTheirs={nothing}
    />,
  );
  await expect.element(screen.getByText('Changed meanwhile by Mori')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'State Open Acknowledge Assigned' })).toBeVisible();
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('button', { name: 'Keep mine' }).click();
  expect(onKeepMine).toHaveBeenCalledExactlyOnceWith({ action: 'acknowledge' }, [current]);
});

test('WL-52: a class by hand has a reason and ends within 14 days', async () => {
  const path = `PUT /v1/worklist/${rowId}/priority`;
  const onClose = vi.fn<() => void>();
  const { screen, server } = await renderPart(<PriorityDialog row={row} zone={zone} onClose={onClose} />, {
    routes: { [path]: { body: { row } } },
  });
  await screen.getByLabelText('P3').click();
  await screen.getByRole('button', { name: 'Set' }).click();
  await expect.element(screen.getByText('A priority set by hand needs a reason.')).toBeVisible();
  await screen.getByLabelText('Reason').fill('Another one is free');
  await screen.getByRole('button', { name: 'Set' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.called(path).at(-1)?.body).toMatchObject({ priority: 'P3', reason: 'Another one is free' });
});

test('WL-48: a weight by hand lies between 0.25 and 4; a refusal shows its code', async () => {
  const path = `PUT /v1/device/${rowId}/weight`;
  const { screen, server } = await renderPart(<WeightDialog rowId={rowId} weight={null} onClose={nothing} />, {
    routes: { [path]: { status: 409, body: { errorCode: 202002, detail: [] } } },
  });
  await screen.getByLabelText('Weight, 0.25 to 4').fill('5');
  await screen.getByRole('button', { name: 'Set' }).click();
  await expect.element(screen.getByText('Enter a number from 0.25 to 4.')).toBeVisible();
  await screen.getByLabelText('Weight, 0.25 to 4').fill('2,5');
  await screen.getByLabelText('Reason').fill('Only one on its floor');
  await screen.getByRole('button', { name: 'Set' }).click();
  await expect.element(screen.getByText(/^Not done \(202002\)\. \S/)).toBeVisible();
  expect(server.called(path).at(-1)?.body).toEqual({ weight: 2.5, reason: 'Only one on its floor' });
});

test('WL-19: a call names device and matter, and asks for no person', async () => {
  const path = 'POST /v1/worklist/conditions';
  const onClose = vi.fn<() => void>();
  const { screen, server } = await renderPart(<CallDialog device={row} onClose={onClose} />, {
    routes: { [path]: { body: { condition: down } } },
  });
  await screen.getByLabelText('What is wrong').selectOptions('paperJam');
  await screen.getByLabelText('It cannot be used at all').click();
  await screen.getByRole('button', { name: 'Enter' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(server.called(path).at(-1)?.body).toEqual({ deviceId: rowId, matter: 'paperJam', unusable: true });
});

test.each([
  ['en-us', 1440],
  ['ja-jp', 480],
] as const)('in %s at %i px no dialog has a problem of access or leaves the window', async (locale, width) => {
  await page.viewport(width, 900);
  const asked = (['assign', 'plan', 'snooze', 'resolve', 'note'] as const).map((action) => async () => {
    await ask(action, locale);
  });
  const others = [
    <PriorityDialog key="priority" row={row} zone={zone} onClose={nothing} />,
    <WeightDialog key="weight" rowId={rowId} weight={null} onClose={nothing} />,
    <CallDialog key="call" device={row} onClose={nothing} />,
    <KeysDialog key="keys" onClose={nothing} />,
  ].map((part) => async () => {
    const { screen } = await renderPart(part, { locale });
    await expect.element(screen.getByRole('dialog')).toBeVisible();
  });
  for (const show of [...asked, ...others]) {
    await show();
    expect(await findProblems()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});

test('GE-06 TX-19: a weight changed meanwhile shows both values; Keep mine names the newer version', async () => {
  const weight = { factor: 2, reason: 'ward', by: mori, version: 4 };
  let puts = 0;
  const part = <WeightDialog rowId={rowId} weight={weight} onClose={nothing} />;
  const { screen, server } = await renderPart(part, {
    routes: {
      [`PUT /v1/device/${rowId}/weight`]: () =>
        ++puts === 1
          ? {
              status: 409,
              body: {
                errorCode: 202002,
                detail: [],
                current: { weight: { ...weight, factor: 3, version: 5 } },
                changedBy: weber,
              },
            }
          : { body: { weight: { ...weight, version: 6 } } },
    },
  });
  await screen.getByRole('textbox', { name: 'Weight' }).fill('4');
  await screen.getByRole('button', { name: 'Set' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Changed meanwhile by Weber' });
  await expect.element(dialog.getByRole('row', { name: /2 4 3$/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(() => server.called(`PUT /v1/device/${rowId}/weight`).at(-1)?.body)
    .toEqual({ weight: 4, reason: 'ward', version: 5 });
});
