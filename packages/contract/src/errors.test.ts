import { describe, expect, it } from 'vitest';
import { clientErrorCodes, defaultErrorCode, errorBody, forcedLoginCodes, serverErrorStatus } from './errors.ts';

describe('codes that force a return to login', () => {
  it('EH-17 EH-35: there are exactly 14, without repeats', () => {
    expect(forcedLoginCodes).toHaveLength(14);
    expect(new Set(forcedLoginCodes).size).toBe(14);
  });

  it.each([
    102002, 200002, 200003, 200004, 201001, 201002, 201003, 201004, 201005, 201007, 301002, 302002, 302003, 302004,
  ])('EH-18..EH-31: %i is one of them', (code) => {
    expect(forcedLoginCodes).toContain(code);
  });

  it.each([201006, 200001, 301001, 301003, 301004, 302001, 202002, 202003, 202004, 204002])(
    'EH-32 EH-33 EH-34 GE-03: %i is none of them',
    (code) => {
      expect(forcedLoginCodes).not.toContain(code);
    },
  );
});

describe('HTTP status of an error', () => {
  const codesOf = (status: number) =>
    Object.entries(serverErrorStatus)
      .filter(([, one]) => one === status)
      .map(([code]) => Number(code));

  it('OQ-112 GE-03: every code that the server may send has its status', () => {
    expect(codesOf(401)).toEqual([201001, 201002, 201003, 201004, 201005, 201006]);
    expect(codesOf(403)).toEqual([200001, 200002, 200003, 201007]);
    expect(codesOf(404)).toEqual([200004, 204001]);
    expect(codesOf(409)).toEqual([202002, 202003]);
    expect(codesOf(410)).toEqual([204002]);
    expect(codesOf(422)).toEqual([202001, 202004]);
    expect(codesOf(429)).toEqual([203001]);
    expect(codesOf(503)).toEqual([203002, 203003]);
    expect(codesOf(500)).toEqual([
      201000, 205000, 205001, 301001, 301002, 301003, 301004, 302001, 302002, 302003, 302004, 401000, 401001, 401002,
      501000, 501001, 501002,
    ]);
  });

  it('OQ-112: codes of the portal have none', () => {
    for (const code of clientErrorCodes) expect(serverErrorStatus).not.toHaveProperty(String(code));
  });
});

it('EH-02 EH-03: a refusal has a code and a list of messages; the default code is 101000', () => {
  expect(defaultErrorCode).toBe(101000);
  expect(errorBody.safeParse({ errorCode: 202001, detail: [{ msg: 'offset: too small' }] }).success).toBe(true);
  expect(errorBody.safeParse({ errorCode: 202001 }).success).toBe(false);
});
