import { describe, expect, test } from 'vitest';
import { ApiFailure, noError, toErrorState, toRefusal, toSilence, toStateOf } from './failure.ts';

describe('the error state', () => {
  test('EH-01 EH-02: holds whether to go to the login, status, code and a list of messages', () => {
    expect(toRefusal(422, { errorCode: 202001, detail: [{ msg: 'limit: too big' }] })).toEqual({
      isMoveToLogin: false,
      statusCode: 422,
      errorCode: 202001,
      detail: [{ msg: 'limit: too big' }],
    });
  });

  test('EH-03: is 101000 as long as nothing else is known', () => {
    expect(noError.errorCode).toBe(101000);
    expect(toStateOf(new Error('anything')).errorCode).toBe(101000);
  });

  test('a failed call keeps its state', () => {
    expect(toStateOf(new ApiFailure(toErrorState(203002, 503))).statusCode).toBe(503);
  });
});

describe('a refusal of the server', () => {
  test("EH-05: the server's own code, status and detail are taken as given", () => {
    const state = toRefusal(404, { errorCode: 200004, detail: [{ msg: 'a' }, { msg: 'b' }] });
    expect(state).toEqual({
      isMoveToLogin: true,
      statusCode: 404,
      errorCode: 200004,
      detail: [{ msg: 'a' }, { msg: 'b' }],
    });
  });

  test('EH-05: a code the portal does not know is still taken, and so is one written as digits (OQ-107)', () => {
    expect(toRefusal(500, { errorCode: 999999, detail: [] }).errorCode).toBe(999999);
    expect(toRefusal(401, { errorCode: '201001' })).toMatchObject({ errorCode: 201001, isMoveToLogin: true });
  });

  test.each([
    ['EH-06', 404, 204001],
    ['EH-07', 500, 201000],
    ['EH-08', 422, 202001],
  ])('EH-06 EH-07 EH-08 (%s): HTTP %i without a code gives %i', (_row, status, code) => {
    expect(toRefusal(status, {})).toMatchObject({ errorCode: code, statusCode: status });
  });

  test.each([400, 401, 403, 409, 418, 429, 502, 503, 504])('EH-09: HTTP %i without a code gives 202001', (status) => {
    expect(toRefusal(status, undefined).errorCode).toBe(202001);
  });

  test.each([
    ['null', null],
    ['a list', [1]],
    ['a text', 'oops'],
    ['a code that is no number', { errorCode: 'many' }],
    ['a code with a fraction', { errorCode: 1.5 }],
    ['an empty code', { errorCode: '' }],
  ])('EH-06: a body that is %s counts as one without a code', (_what, body) => {
    expect(toRefusal(404, body).errorCode).toBe(204001);
  });

  test('EH-02: of a malformed detail only its messages stay', () => {
    expect(toRefusal(422, { errorCode: 202001, detail: [{ msg: 'good' }, { msg: 7 }, null, 'x'] }).detail).toEqual([
      { msg: 'good' },
    ]);
    expect(toRefusal(422, { errorCode: 202001, detail: 'text' }).detail).toEqual([]);
  });
});

describe('no answer', () => {
  test('EH-10: a broken network is 102001', () => {
    expect(toSilence(new TypeError('Failed to fetch'))).toMatchObject({ errorCode: 102001, statusCode: null });
  });

  test('EH-11: a time-out and everything else is 101000', () => {
    expect(toSilence(new DOMException('timed out', 'TimeoutError')).errorCode).toBe(101000);
    expect(toSilence('odd').errorCode).toBe(101000);
  });
});

describe('the way back to the login', () => {
  const rows = [
    ['EH-18', 102002],
    ['EH-19', 200002],
    ['EH-20', 200003],
    ['EH-21', 200004],
    ['EH-22', 201001],
    ['EH-23', 201002],
    ['EH-24', 201003],
    ['EH-25', 201004],
    ['EH-26', 201005],
    ['EH-27', 201007],
    ['EH-28', 301002],
    ['EH-29', 302002],
    ['EH-30', 302003],
    ['EH-31', 302004],
  ] as const;

  test.each(rows)('EH-17..EH-31 (%s): %i forces the return to the login', (_row, code) => {
    expect(toErrorState(code).isMoveToLogin).toBe(true);
  });

  test.each([
    ['EH-32', 201006],
    ['EH-33', 200001],
    ['EH-34', 301001],
    ['EH-34', 301003],
    ['EH-34', 301004],
    ['EH-34', 302001],
  ] as const)('EH-32 EH-33 EH-34 (%s): %i does not force it', (_row, code) => {
    expect(toErrorState(code).isMoveToLogin).toBe(false);
  });

  test('EH-35: exactly 14 codes force it', () => {
    const forced = Array.from({ length: 600_000 }, (_, code) => code).filter(
      (code) => toErrorState(code).isMoveToLogin,
    );
    expect(forced).toEqual(rows.map(([, code]) => code).sort((a, b) => a - b));
    expect(forced).toHaveLength(14);
  });
});
