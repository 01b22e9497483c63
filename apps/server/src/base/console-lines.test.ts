import { expect, test, vi } from 'vitest';
import { logConsole } from './console-lines.ts';
import { createLogger } from './logger.ts';

test('OQ-121: what a library prints, stack traces included, is one line of JSON without secrets', () => {
  const lines: string[] = [];
  const target = { log: vi.fn(), info: vi.fn(), debug: vi.fn(), warn: vi.fn(), error: vi.fn(), trace: vi.fn() };
  const listenersBefore = process.listeners('warning');
  logConsole(createLogger('debug', { write: (line: string) => void lines.push(line) }), target);
  process.removeAllListeners('warning');
  for (const listener of listenersBefore) process.on('warning', listener);
  target.error('Retried %d times, and still failed:', 3, new Error('lost postgres://platen:hunter2@db/platen'));
  target.warn('two\nlines');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'error', msg: 'printed by a library', printed: expect.stringContaining('Retried 3 times') as unknown },
    { level: 'warn', printed: 'two\nlines' },
  ]);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.join('')).not.toContain('hunter2');
});
