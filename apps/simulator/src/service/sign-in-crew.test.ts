import { expect, test } from 'vitest';
import { signInCrew } from './sign-in-crew.ts';

const open = (name: string) => ({ signIn: async () => ({ userId: `id of ${name}`, name }) });
const closed = {
  signIn: async () => {
    throw new Error('403 this account is closed');
  },
};

test('a technician whose account was closed is left out with the reason, and the others work on', async () => {
  const reasons: unknown[] = [];
  const crew = await signInCrew([open('Weber'), closed, open('Lund')], (reason) => reasons.push(reason));
  expect(crew?.dispatcher.name).toBe('Weber');
  expect(crew?.technicians.map(({ name }) => name)).toEqual(['Lund']);
  expect(reasons.map(String)).toEqual(['Error: 403 this account is closed']);
});

test('without its dispatcher the crew does not work', async () => {
  await expect(signInCrew([closed, open('Lund')], () => undefined)).rejects.toThrow('closed');
  expect(await signInCrew([], () => undefined)).toBeUndefined();
});
