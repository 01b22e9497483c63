import { describe, expect, test } from 'vitest';
import { type ExpectedMessage, ippRecordings, toExpected } from '../../test/ipp-recording.ts';
import { decodeMessage } from './decode.ts';
import { encodeMessage } from './encode.ts';

const whole = ippRecordings().filter(({ expected }) => expected.malformed === undefined);
const broken = ippRecordings().filter(({ expected }) => expected.malformed !== undefined);

describe('recorded IPP messages', () => {
  test('are all those of the shared data', () => {
    expect(whole.length).toBe(63);
    expect(broken.length).toBe(1);
  });

  test.each(whole)('$expected.file is decoded as expected, field by field', ({ bytes, expected }) => {
    const decoded = decodeMessage(bytes);
    if (!decoded.ok) throw new Error(decoded.reason);
    const { file: _file, source: _source, ...fields } = expected;
    const wanted: Partial<ExpectedMessage> = fields;
    expect(toExpected(decoded.message, bytes.length)).toEqual(wanted);
  });

  test.each(whole)('$expected.file encodes to the original octets', ({ bytes }) => {
    const decoded = decodeMessage(bytes);
    if (!decoded.ok) throw new Error(decoded.reason);
    const encoded = Buffer.from(encodeMessage(decoded.message));
    expect(encoded.equals(bytes.subarray(0, encoded.length))).toBe(true);
  });

  test.each(broken)('$expected.file is refused with a reason', ({ bytes }) => {
    expect(decodeMessage(bytes)).toMatchObject({ ok: false, reason: expect.stringContaining('past the end') });
  });
});
