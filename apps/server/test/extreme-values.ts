// oxlint-disable no-underscore-dangle -- what a schema is made of is under this name
import * as fc from 'fast-check';
import * as z from 'zod/mini';

const { core } = z;
type Schema = z.core.$ZodType;

/**
 * Texts that stores and screens have had trouble with; each may be repeated up to the limit of its schema.
 */
const pieces = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\uD800',
  '\uDFFF\uD83D',
  '%',
  '\\',
  "'",
  'ΐ',
  'ß',
  '\u202E',
  '😀',
  '0',
  '-',
  '__proto__',
  '{"a":1}',
);
const varied = (length: number) =>
  fc
    .nat(20_000)
    .map((seed) =>
      Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919 + seed) % 20_000))).join(''),
    );
const malformedText = (most: number) =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: Math.min(most, 40) }),
    fc.string({ maxLength: Math.min(most, 20) }),
    pieces.map((piece) => piece.repeat(Math.floor(most / Math.max(1, piece.length))).slice(0, most)),
    varied(most),
  );

/** Values that a schema takes, the wilder the better. Knows the kinds of schema that reports are made of. */
export function toExtreme(schema: Schema): fc.Arbitrary<unknown> {
  if (schema instanceof core.$ZodOptional) return toExtreme(schema._zod.def.innerType);
  if (schema instanceof core.$ZodArray) return fc.array(toExtreme(schema._zod.def.element), { maxLength: 3 });
  if (schema instanceof core.$ZodObject) {
    const { shape } = schema._zod.def;
    const required = Object.keys(shape).filter((name) => !(shape[name] instanceof core.$ZodOptional));
    const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, toExtreme(field)]));
    return fc.record(fields, { requiredKeys: required });
  }
  if (schema instanceof core.$ZodRecord)
    return fc.dictionary(toExtreme(schema._zod.def.keyType).map(String), toExtreme(schema._zod.def.valueType), {
      maxKeys: 3,
    });
  if (schema instanceof core.$ZodDiscriminatedUnion) return fc.oneof(...schema._zod.def.options.map(toExtreme));
  if (schema instanceof core.$ZodLiteral) return fc.constantFrom(...schema._zod.def.values);
  if (schema instanceof core.$ZodEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries));
  if (schema instanceof core.$ZodBoolean) return fc.boolean();
  if (schema instanceof core.$ZodNumber) return toFitting(schema, malformedNumber);
  if (schema instanceof core.$ZodISODate) return toFitting(schema, malformedDay);
  if (schema instanceof core.$ZodISODateTime) return toFitting(schema, malformedTime);
  if (schema instanceof core.$ZodString) return ofString(schema);
  throw new TypeError(`no wild values of ${schema._zod.def.type}`);
}

const malformedNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, 100, 255, 1e10, 1e15, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -1, 1e308, 5e-324, 1e-7),
  fc.nat(100),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const malformedDay = fc.oneof(
  fc.constantFrom('1970-01-01', '2199-12-31', '0000-01-01', '2024-02-29', '9999-12-31'),
  fc
    .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
);
const malformedTime = fc.oneof(
  fc.constantFrom('1970-01-01T00:00:00Z', '2199-12-31T23:59:59.999999999Z', '2024-02-29T23:59:59.5Z'),
  fc.integer({ min: -40 * 86_400, max: 86_400 }).map((seconds) => new Date(Date.now() + seconds * 1000).toISOString()),
  fc
    .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString()),
);

function ofString(schema: z.core.$ZodString): fc.Arbitrary<unknown> {
  const checks = schema._zod.def.checks ?? [];
  const pattern = checks.flatMap((check) => (check instanceof core.$ZodCheckRegex ? [check._zod.def.pattern] : []))[0];
  if (pattern !== undefined) return fc.stringMatching(pattern);
  const limits = checks.flatMap((check) => (check instanceof core.$ZodCheckMaxLength ? [check._zod.def.maximum] : []));
  return malformedText(Math.min(...limits, 3000));
}

const toFitting = (schema: Schema, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  values.filter((value) => z.safeParse(schema, value).success);
