import { parseReport } from '@platen/contract/parse-report';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ippAnswer } from '../../../test/ipp-agent.ts';
import { ippRecordings, toReportOfIpp } from '../../../test/ipp-recording.ts';
import { mutate, seeded } from '../../../test/mutate.ts';
import { decodeMessage } from '../../ipp/decode.ts';
import { encodeMessage, requestedAttributes } from '../../ipp/encode.ts';
import type { IppAttribute, IppMessage, IppValue } from '../../ipp/message.ts';

/** Messages of the first test; `PLATEN_TEST_RUNS=100000` tries more. */
const turns = Number(process.env.PLATEN_TEST_RUNS ?? 20_000);

const recordings = ippRecordings().map(({ bytes }) => bytes);
const printerAttributes = (message: IppMessage): IppAttribute[] =>
  message.groups.filter(({ tag }) => tag === 0x04).flatMap(({ attributes }) => attributes);

/** The recorded answers, reduced to the attributes that the reader requests. */
const answers = recordings.flatMap((bytes) => {
  const decoded = decodeMessage(bytes);
  const attributes = decoded.ok ? printerAttributes(decoded.message) : [];
  const read = attributes.filter(({ name }) => requestedAttributes.some((wanted) => wanted === name));
  return read.length === 0 ? [] : [ippAnswer(read)];
});

/** All numbers and texts in a message. */
function readingsIn(attributes: readonly IppAttribute[]): Set<string> {
  const sentValues = new Set<string>();
  const add = (value: IppValue): void => {
    if (value.type === 'collection') for (const member of value.members) member.values.forEach(add);
    else if ('bytes' in value) {
      sentValues.add(Buffer.from(value.bytes).toString('utf8').slice(0, 1024));
      sentValues.add(`0x${Buffer.from(value.bytes).toString('hex')}`.slice(0, 1024));
    } else if ('value' in value) sentValues.add(String(value.value));
  };
  for (const { values } of attributes) values.forEach(add);
  return sentValues;
}

/** Every reading with a value, at any position in the report. */
function measured(value: unknown, found: { value: unknown; raw: string }[] = []): { value: unknown; raw: string }[] {
  if (typeof value !== 'object' || value === null) return found;
  if ('state' in value && value.state === 'measured' && 'value' in value && 'evidence' in value) {
    const { evidence } = value as { evidence: { raw: string } };
    found.push({ value: value.value, raw: evidence.raw });
  } else for (const item of Object.values(value)) measured(item, found);
  return found;
}

describe('malformed IPP messages', () => {
  test('of thousands of mutated, truncated and random ones each is decoded or refused with a reason, and no report contains values that were not sent', () => {
    const random = seeded(20_261_122);
    const seen = { refused: 0, reported: 0 };
    const wrong: unknown[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const decoded = decodeMessage(toMalformed(turn, random));
      if (!decoded.ok) {
        seen.refused += 1;
        if (decoded.reason === '') wrong.push(turn);
        continue;
      }
      // Normalising costs more than decoding: done for one in thirty-two.
      if (turn % 32 !== 0) continue;
      seen.reported += 1;
      const attributes = printerAttributes(decoded.message);
      const report = toReportOfIpp(attributes);
      const sentValues = readingsIn(attributes);
      wrong.push(...measured(report).filter(({ raw }) => !sentValues.has(raw)));
      const parsed = seen.reported % 10 === 0 ? parseReport(JSON.parse(JSON.stringify(report))) : undefined;
      if (parsed !== undefined && (!parsed.ok || parsed.warnings.length > 0)) wrong.push(parsed);
    }
    expect(wrong).toEqual([]);
    expect(seen.refused).toBeGreaterThan(turns / 5);
    expect(seen.reported).toBeGreaterThan(turns / 100);
  }, 180_000);

  test('every truncated message is refused', () => {
    const bytes = recordings.find(({ length }) => length > 500 && length < 1300) ?? new Uint8Array();
    const results = Array.from(bytes.subarray(0, -1), (_, length) => decodeMessage(bytes.subarray(0, length)).ok);
    expect(results).not.toContain(true);
  });

  test('what is decoded encodes to what decodes to the same', () => {
    const text = fc.uint8Array({ maxLength: 40 });
    const value: fc.Arbitrary<IppValue> = fc.letrec<{ value: IppValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', maxDepth: 5 },
        fc.record({ tag: fc.constant(0x21), type: fc.constant('integer' as const), value: fc.integer() }),
        fc.record({ tag: fc.constant(0x22), type: fc.constant('boolean' as const), value: fc.boolean() }),
        fc.record({ tag: fc.constantFrom(0x41, 0x42, 0x44, 0x45), type: fc.constant('text' as const), bytes: text }),
        fc.record({
          tag: fc.constant(0x36),
          type: fc.constant('text' as const),
          bytes: text,
          language: fc.constantFrom('en', 'de'),
        }),
        fc.record({ tag: fc.constant(0x30), type: fc.constant('octets' as const), bytes: text }),
        fc.record({
          tag: fc.constant(0x34),
          type: fc.constant('collection' as const),
          members: fc.array(
            fc.record({
              name: fc.constantFrom('a', 'b-c'),
              values: fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
            }),
            { maxLength: 3 },
          ),
        }),
      ),
    })).value;
    const attribute = fc.record({
      name: fc.constantFrom('printer-name', 'marker-levels', 'x'),
      values: fc.array(value, { minLength: 1, maxLength: 4 }),
    });
    const message = fc.record({
      version: fc.record({ major: fc.nat(255), minor: fc.nat(255) }),
      code: fc.nat(0xffff),
      requestId: fc.integer(),
      groups: fc.array(
        fc.record({ tag: fc.constantFrom(1, 2, 4, 5, 9), attributes: fc.array(attribute, { maxLength: 4 }) }),
        {
          maxLength: 3,
        },
      ),
    });
    fc.assert(
      fc.property(message, (given) => {
        const decoded = decodeMessage(encodeMessage(given));
        expect(JSON.stringify(decoded)).toBe(JSON.stringify({ ok: true, message: given }));
      }),
      { numRuns: 300 },
    );
  });

  test('nesting, values and length are limited', () => {
    const nested = (depth: number): IppValue =>
      depth === 0
        ? { tag: 0x21, type: 'integer', value: 1 }
        : { tag: 0x34, type: 'collection', members: [{ name: 'm', values: [nested(depth - 1)] }] };
    const whole = (values: IppValue[]) =>
      decodeMessage(
        encodeMessage({
          version: { major: 2, minor: 0 },
          code: 0,
          requestId: 1,
          groups: [{ tag: 4, attributes: [{ name: 'a', values }] }],
        }),
      );
    expect(whole([nested(8)]).ok).toBe(true);
    expect(whole([nested(9)])).toMatchObject({ ok: false, reason: expect.stringContaining('nested') });
    const many: IppValue[] = Array.from({ length: 100_001 }, () => ({ tag: 0x13, type: 'outOfBand', name: 'noValue' }));
    expect(whole(many)).toMatchObject({ ok: false, reason: expect.stringContaining('values') });
    expect(decodeMessage(new Uint8Array(1_048_577))).toMatchObject({
      ok: false,
      reason: expect.stringContaining('longer'),
    });
  });
});

/** Random octets, a message with its structure broken, or a printer's answer with only its values changed. */
function toMalformed(turn: number, random: (below: number) => number): Uint8Array {
  if (turn % 10 === 1) return Uint8Array.from({ length: random(200) }, () => random(256));
  if (turn % 2 === 1)
    return mutate(recordings[turn % recordings.length]?.subarray(0, 1000) ?? new Uint8Array(), random);
  const mutated = Uint8Array.from(answers[turn % answers.length] ?? []);
  for (let left = random(12); left >= 0; left--) {
    const position = 8 + random(mutated.length - 8);
    if (random(16) === 0 || (mutated[position] ?? 0) > 0x20) mutated[position] = random(256);
  }
  return mutated;
}
