import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageKinds, parseMessageId, toMessageId } from './message-id.ts';

describe('ids of messages', () => {
  it('DM-003: an id is message.{kind}_{code}', () => {
    expect(toMessageId('device', 'C010')).toBe('message.device_C010');
    expect(toMessageId('event', '0100')).toBe('message.event_0100');
    expect(toMessageId('app', '101000')).toBe('message.app_101000');
    expect(toMessageId('advice', '6250')).toBe('message.advice_6250');
  });

  it('DM-003: every id is read back as the kind and code it was made of', () => {
    const code = fc.stringMatching(/^[0-9A-Za-z_-]+$/);
    fc.assert(
      fc.property(fc.constantFrom(...messageKinds), code, (kind, code) => {
        expect(parseMessageId(toMessageId(kind, code))).toEqual({ kind, code });
      }),
    );
  });

  it.each([
    '',
    'message',
    'message.device',
    'message.device_',
    'message.part_C010',
    'xmessage.app_0',
    'message.app_1 2',
  ])('DM-003: %j is no id', (text) => {
    expect(parseMessageId(text)).toBeUndefined();
  });

  it('DM-003: a text that is read as an id is that id', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((rest) => `message.app_${rest}`),
        ),
        (text) => {
          const id = parseMessageId(text);
          expect(id === undefined ? text : toMessageId(id.kind, id.code)).toBe(text);
        },
      ),
    );
  });
});
