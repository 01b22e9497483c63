import { expect, test } from 'vitest';
import { ApiFailure, toErrorState } from '../platform/failure.ts';
import { toPath, toQuery } from './client.ts';

test('values of a path are set in and escaped', () => {
  expect(toPath('/v1/device/{id}/profile', { id: 'a b/../c' })).toBe('/v1/device/a%20b%2F..%2Fc/profile');
});

test.each([[{}], [{ id: undefined }], [{ id: null }], [{ id: '' }], [{ id: '.' }], [{ id: '..' }]])(
  'EH-14: without a device id the call is 102003: %j',
  (values) => {
    expect(() => toPath('/v1/device/{id}/profile', values)).toThrow(new ApiFailure(toErrorState(102003)));
  },
);

test('query values that are not set are left out; 0 is set', () => {
  expect(toQuery({ offset: 0, limit: 100, search: undefined, groupId: null })).toBe('?offset=0&limit=100');
  expect(toQuery({})).toBe('');
  expect(toQuery({ search: 'ä&=#' })).toBe('?search=%C3%A4%26%3D%23');
});
