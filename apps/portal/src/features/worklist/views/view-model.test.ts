import type { SavedView } from '@platen/contract/views';
import { expect, test } from 'vitest';
import { addressOf, changedFrom, findView, isChanged, toViews } from './view-model.ts';

const saved: SavedView = {
  viewId: '0190a0b0-0000-7000-8000-000000000501',
  area: 'worklist',
  name: 'Haldane',
  shared: false,
  isDefault: false,
  own: true,
  definition: { assignee: 'none', customer: '["C-1"]', sort: 'since', unknownToThisVersion: 'x' },
  version: 3,
};
const views = toViews([saved]);
const named = (id: string) => views.find((view) => view.id === id) ?? views[0];

test('FV-01: the address of a saved view holds its id and its filters, what this version does not know left out', () => {
  const view = findView({ view: saved.viewId }, views);
  expect(addressOf(view)).toEqual({ assignee: 'none', customer: '["C-1"]', sort: 'since', view: saved.viewId });
  expect(isChanged(addressOf(view), view)).toBe(false);
  expect(isChanged({ ...addressOf(view), row: 'r', kind: 'down' }, view)).toBe(true);
});

test('FV-01: changed filters keep the name of their view; changed back, the address is that of the view', () => {
  const mine = named('mine');
  if (mine === undefined) throw new Error('no view');
  const changed = changedFrom(mine, { assignee: 'me', kind: 'down' });
  expect(changed).toEqual({ assignee: 'me', kind: 'down', view: 'mine' });
  expect(findView(changed, views).id).toBe('mine');
  expect(changedFrom(mine, { assignee: 'me', view: 'mine' })).toEqual({ assignee: 'me' });
  const todo = findView({}, views);
  expect(changedFrom(todo, { kind: 'down', row: 'r', view: 'gone' })).toEqual({ kind: 'down' });
});

test('GE-05: a view that is gone, or of somebody else, leaves the filters of the address and no name', () => {
  expect(findView({ view: 'gone', kind: 'down' }, views).id).toBe('todo');
  expect(findView({ assignee: 'me' }, views).id).toBe('mine');
  expect(findView({ assignee: 'none', customer: '["C-1"]', sort: 'since' }, views).id).toBe('todo');
});
