import { describe, expect, test } from 'vitest';
import { findRisks, readSettings, SettingsError } from './settings.ts';
import { isClearStream, streamAddress } from './stream.ts';

describe('the address of a stream', () => {
  test.each([
    ['nats://nats.example', { servers: ['nats.example:4222'], isTls: false, signIn: undefined }],
    ['tls://t%40k@[2001:db8::1]:4300', { servers: ['[2001:db8::1]:4300'], isTls: true, signIn: { token: 't@k' } }],
    [
      'nats://u:p%2Cw@a:1, nats://b:2/',
      { servers: ['a:1', 'b:2'], isTls: false, signIn: { user: 'u', password: 'p,w' } },
    ],
  ])('%s', (text, address) => expect(streamAddress(text)).toEqual(address));

  test.each([
    'nats.example:4222',
    'http://u:hidden@nats.example',
    'nats://u:hidden@a,tls://b',
    'nats://u:hidden@a/path',
    'nats://',
  ])('%s is refused with a sentence that names no password', (text) => {
    const read = () => readSettings({ PLATEN_STREAM_URL: text });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow('PLATEN_STREAM_URL: expected an address like nats://');
    expect(read).not.toThrow('hidden');
  });

  test('a link without encryption to another machine is named as a risk, one on this machine is not', () => {
    expect(isClearStream(streamAddress('nats://127.0.0.1,nats://localhost:1,nats://[::1]:2'))).toBe(false);
    expect(isClearStream(streamAddress('tls://nats.example'))).toBe(false);
    const env = { PLATEN_STREAM_URL: 'nats://127.0.0.1,nats://u:hidden@nats.example' };
    expect(findRisks(env, readSettings(env)).join()).toMatch(/^PLATEN_STREAM_URL: the link .* no TLS/);
  });
});
