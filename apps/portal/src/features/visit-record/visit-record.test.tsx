import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';

import { plainCondition } from '../../../../../packages/contract/test/worklist-row.ts';

import { findProblems, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { aPack, visitId } from '../../../test/visit-pack/a-pack.ts';
import { aVisit, done, online, open, pack, packed, show, silent, startEmpty } from '../../../test/visits/record.ts';

import { storePack } from '../../offline/packs.ts';
import { listRecords } from '../../offline/records.ts';

import { notePacksOf } from '../../platform/stored-packs.ts';
import { storeSession } from '../../session/stored-session.ts';
import { askedParts } from './to-subject.ts';

beforeEach(startEmpty);
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

test('VR-01 VR-02 VR-05 VR-08: a plain case is a tap for the result and one a part, and says what it does first', async () => {
  const { screen } = await show(online());
  await expect.element(screen.getByText('Nothing yet.')).toBeVisible();
  await expect.element(screen.getByText('Newest report: 271,163')).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Choose a result.' })).toBeVisible();
  await screen.getByRole('radio', { name: 'Works for now' }).click();
  await screen.getByRole('radio', { name: 'Replaced' }).first().click();
  await screen.getByRole('radio', { name: 'Not done' }).nth(1).click();
  await screen.getByRole('radio', { name: 'Missing', exact: true }).click();
  await expect.element(screen.getByText(/^Entered as replaced: .*\.$/)).toBeVisible();
  await expect.element(screen.getByText(/A draft of the next visit brings .*drum/i)).toBeVisible();
  await screen.getByLabelText('Total on the panel').fill('271100');
  await expect.element(screen.getByText('This is below the newest report.')).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(await listRecords()).toEqual([]);
  await screen.getByRole('button', { name: 'Yes, it is' }).click();
  await expect.element(screen.getByText('This is below the newest report.')).not.toBeInTheDocument();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(480);
});

test('GE-19 VR-05: what keeps the record from being saved has the focus, and the answer to a question leaves it at its field', async () => {
  const { screen } = await show(online());
  const save = screen.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(screen.getByRole('radio', { name: 'Fixed', exact: true }).first()).toHaveFocus();
  await screen.getByRole('radio', { name: 'Works for now' }).click();
  const total = screen.getByLabelText('Total on the panel');
  await total.fill('271,1x');
  await save.click();
  await expect.element(screen.getByText('Enter the total as a whole number.')).toBeVisible();
  await expect.element(total).toHaveFocus();
  await total.fill('271100');
  await screen.getByLabelText('Test pages').fill('-3');
  await save.click();
  await expect.element(screen.getByLabelText('Test pages')).toHaveFocus();
  await screen.getByLabelText('Test pages').fill('3');
  await save.click();
  await expect.element(screen.getByRole('button', { name: 'Yes, it is' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Yes, it is' }).click();
  await expect.element(total).toHaveFocus();
});

test('GE-19 VR-07: what became of each condition is asked with its name', async () => {
  const conditions = ['C371', 'C449'].map((code, n) => ({
    ...plainCondition,
    conditionId: `0190a0b0-0000-7000-8000-00000000010${n}`,
    kind: 'down' as const,
    subject: code,
    facts: { code },
  }));
  const { screen } = await show(online(aVisit({ devices: [{ ...open, conditions }] })));
  await expect.element(screen.getByRole('group', { name: /^What became of: .*C371/ })).toBeVisible();
  await expect.element(screen.getByRole('group', { name: /^What became of: .*C449/ })).toBeVisible();
});

test('VP-22 VP-23 CH-12 TX-14: without a connection the form opens from the stored pack, and a reload finds what was entered and saved', async () => {
  await wipe();
  storeSession(signedInUser);
  notePacksOf(signedInUser.subject);
  await storePack(pack);
  const { screen } = await show(silent, true);
  await expect.element(screen.getByText(/No connection\. As of/)).toBeVisible();
  await expect.element(screen.getByText('4410-F')).toBeVisible();
  await screen.getByRole('radio', { name: 'Works for now' }).click();
  await screen.getByRole('radio', { name: 'Set', exact: true }).click();
  // A reload in the middle.
  const again = await show(silent, true);
  await expect.element(again.screen.getByRole('radio', { name: 'Works for now' })).toBeChecked();
  await again.screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(again.screen.getByText(/1 record waits for a connection/)).toBeVisible();
  // After another one the record is there, and changing it leaves one record.
  const third = await show(silent, true);
  await third.screen.getByRole('button', { name: 'Change', exact: true }).click();
  await expect.element(third.screen.getByRole('radio', { name: /Set$/ })).toBeChecked();
  await third.screen.getByRole('radio', { name: 'Passed on' }).click();
  await third.screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await listRecords()).map(({ body }) => body.devices))
    .toMatchObject([[{ result: 'passedOn', proposals: [{ isDone: true }], done: [{ done: 'codeSet', main: 2103 }] }]]);
});

test('VP-23: a refused record opens with what was entered, says why, and is sent again', async () => {
  const bodies: unknown[] = [];
  const refusing = online(aVisit(), {
    [`POST /v1/visits/${visitId}/record`]: ({ body }) => {
      bodies.push(body);
      return bodies.length === 1
        ? { status: 409, body: { errorCode: 202003, detail: [{ msg: 'the device was retired' }] } }
        : { body: { state: 'done', version: 4, records: [], nextVisitId: null } };
    },
  });
  const { screen } = await show(refusing);
  await screen.getByRole('radio', { name: 'No fault found' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'the device was retired' })).toBeVisible();
  const again = await show(refusing, true);
  await again.screen.getByRole('radio', { name: 'Passed on' }).click();
  await again.screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => bodies)
    .toMatchObject([
      { version: 3, devices: [{ result: 'noFaultFound' }] },
      { version: 3, devices: [{ result: 'passedOn' }] },
    ]);
  await expect.poll(async () => (await listRecords()).map(({ state }) => state)).toEqual(['sent']);
});

test('VP-02: a device that was not done is saved with the reason alone', async () => {
  const bodies: unknown[] = [];
  const { screen } = await show(
    online(aVisit(), {
      [`POST /v1/visits/${visitId}/record`]: ({ body }) => {
        bodies.push(body);
        return { body: { state: 'done', version: 4, records: [], nextVisitId: null } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Not done' }).click();
  await screen.getByRole('radio', { name: 'No time' }).click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => bodies)
    .toEqual([{ version: 3, devices: [{ deviceId: packed.deviceId, notDone: 'noTime' }] }]);
});

test('VR-03: a device without colors offers no units of them; without a pack a supply is named as packs name it', async () => {
  const mono = aPack({ devices: [{ ...packed, isMonochrome: true }], version: 3 });
  const { screen } = await show(online(aVisit(), { [`GET /v1/visits/${visitId}/pack`]: { body: mono } }));
  const items = screen.getByRole('combobox', { name: 'Another part' });
  await expect.element(items).toBeVisible();
  const names = [...items.element().querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(names).toContain('Black developer');
  expect(names.filter((name) => /Yellow|Magenta|Cyan|blue/.test(name))).toEqual([]);
  const waste = { kind: 'supply', subject: 'waste', facts: { item: 'waste' } } as const;
  const cyan = { kind: 'supply', subject: 'cyan', facts: { item: 'cyan' } } as const;
  const conditions = [waste, cyan].map((one) => ({ ...plainCondition, ...one }));
  expect(askedParts({ conditions, bring: [] }).map(({ item }) => item)).toEqual(['supply.waste', 'toner.cyan']);
});

test.each([
  ['dark', 'ja-jp', 480, aVisit()],
  ['light', 'en-us', 1440, aVisit()],
  ['dark', 'ja-jp', 1440, done],
] as const)(
  'GE-19: in %s, %s, at %i px the record has no accessibility defect',
  async (theme, locale, width, visit) => {
    await browser.viewport(width, 900);
    document.documentElement.dataset['theme'] = theme;
    const { screen } = await show(online(visit), false, locale);
    await expect.element(screen.getByText('PAAX000261').first()).toBeVisible();
    expect(await findProblems()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
