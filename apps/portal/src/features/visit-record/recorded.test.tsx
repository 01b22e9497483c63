import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';
import { visitId } from '../../../test/visit-pack/a-pack.ts';
import { done, online, packed, recorded, show, startEmpty } from '../../../test/visits/record.ts';

beforeEach(startEmpty);
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

test('VP-24 VP-02: the dispatcher reads the record, both plans and former records, and marks it as seen', async () => {
  const seen: unknown[] = [];
  const read = { ...done, isOnOlderPlan: false, actions: ['correct'] };
  const { screen } = await show(
    online(done, {
      [`GET /v1/visits/${visitId}`]: () => ({ body: { visit: seen.length === 0 ? done : read } }),
      [`POST /v1/visits/${visitId}/seen`]: ({ path }) => {
        seen.push(path);
        return { body: { visit: read } };
      },
    }),
  );
  await expect.element(screen.getByRole('table', { name: 'Both plans' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'Total 271,240 typed' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '96 → 128' })).toBeVisible();
  await expect.element(screen.getByText('Guide of drawer 1 stood too wide.')).toBeVisible();
  await screen.getByRole('button', { name: 'Record 1' }).click();
  await expect.element(screen.getByText('No time')).toBeVisible();
  // What the header hides halfway is no target of the right size.
  window.scrollTo({ top: 0 });
  expect(await findProblems()).toEqual([]);
  await screen.getByRole('button', { name: 'Mark as seen' }).click();
  await expect.element(screen.getByText('Recorded on an older plan')).not.toBeInTheDocument();
  expect(seen).toHaveLength(1);
});

test('VP-24 GE-19: a record is read in Japanese with the signs of Japanese', async () => {
  const { screen } = await show(online(done), false, 'ja-jp');
  await expect.element(screen.getByText(/^修理完了、|^暫定対応、/)).toBeVisible();
  expect(document.querySelector('main')?.textContent ?? '').not.toMatch(/[ぁ-んァ-ヶ一-龠）], /);
});

test('VP-24: the page of a visit that is done leads to its record', async () => {
  const { screen, router } = await renderPortal({
    path: `/visits/${visitId}`,
    session: signedInUser,
    routes: online(done),
  });
  await screen.getByRole('link', { name: 'Record', exact: true }).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/visits/${visitId}/record`);
  await expect.element(screen.getByRole('table', { name: 'Both plans' })).toBeVisible();
});

test('VP-02 GE-06: a correction starts from the record and names the revision it was made from', async () => {
  const bodies: unknown[] = [];
  const { screen } = await show(
    online(done, {
      [`PUT /v1/visits/${visitId}/record`]: ({ body }) => {
        bodies.push(body);
        return { body: { state: 'done', version: 5, records: [], nextVisitId: null } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Correct' }).click();
  const device = screen.getByRole('heading', { level: 2, name: packed.serial ?? '' });
  await expect.element(device).toHaveFocus();
  await expect.element(screen.getByLabelText('Total on the panel')).toHaveValue('271240');
  await screen.getByRole('radio', { name: 'Fixed', exact: true }).first().click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(device).toHaveFocus();
  await expect
    .poll(() => bodies)
    .toMatchObject([
      {
        devices: [{ result: 'fixed', parts: [{ item: '6342' }, { item: '6250', isMissing: true }] }],
        revisions: { [packed.deviceId]: 2 },
      },
    ]);
});

test('GE-06 VP-02: a correction that met another one stands next to it, and mine is saved over the present one', async () => {
  const theirs = {
    ...done,
    devices: done.devices.map((device) => ({
      ...device,
      record: device.record && {
        ...device.record,
        revision: 3,
        record: { ...recorded.record, result: 'passedOn', note: 'Asked the maker.' },
      },
    })),
  };
  const bodies: unknown[] = [];
  const put = `PUT /v1/visits/${visitId}/record`;
  const { screen } = await show(
    online(done, {
      [put]: ({ body }) => {
        bodies.push(body);
        if (bodies.length > 1) return { body: { state: 'done', version: 5, records: [], nextVisitId: null } };
        const changedBy = { userId: packed.deviceId, name: 'Ida Weber' };
        return { status: 409, body: { errorCode: 202002, detail: [], current: { visit: theirs }, changedBy } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Correct' }).click();
  await screen.getByRole('radio', { name: 'Fixed', exact: true }).first().click();
  await screen.getByRole('button', { name: 'Save' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Changed meanwhile by Ida Weber' });
  await expect.element(dialog.getByRole('row', { name: 'Result Works for now Fixed Passed on' })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /^Note .*Asked the maker\.$/ })).toBeVisible();
  // What neither changed is no row.
  expect(dialog.getByRole('row', { name: /^Counter/ }).elements()).toEqual([]);
  expect(await findProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => bodies.length).toBe(2);
  expect(bodies[1]).toMatchObject({ devices: [{ result: 'fixed' }], revisions: { [packed.deviceId]: 3 } });
});

test('GE-06 VP-02: to take theirs leaves their record and drops what was entered', async () => {
  let isMet = false;
  const theirs = {
    ...done,
    devices: done.devices.map((device) => ({
      ...device,
      record: device.record && { ...device.record, revision: 3, record: { ...recorded.record, result: 'passedOn' } },
    })),
  };
  const { screen } = await show(
    online(done, {
      [`GET /v1/visits/${visitId}`]: () => ({ body: { visit: isMet ? theirs : done } }),
      [`PUT /v1/visits/${visitId}/record`]: () => {
        isMet = true;
        return { status: 409, body: { errorCode: 202002, detail: [], current: { visit: theirs } } };
      },
    }),
  );
  await screen.getByRole('button', { name: 'Correct' }).click();
  await screen.getByRole('radio', { name: 'Fixed', exact: true }).first().click();
  await screen.getByRole('button', { name: 'Save' }).click();
  await screen.getByRole('button', { name: 'Take theirs' }).click();
  await expect.element(screen.getByText('Passed on')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Correct' })).toBeVisible();
});
