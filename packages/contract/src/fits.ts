// oxlint-disable no-underscore-dangle -- what a schema is made of is under this name
import * as z from 'zod/mini';

type Test = (value: unknown) => boolean;
const { core } = z;

/**
 * Makes a test whether a JSON value fits a schema as it is: if true, parsing would return an equal value. It
 * allocates nothing and stops at the first fault, so it is several times as fast as parsing; if false, parse
 * to find the reason. Covers the kinds of schema that reports consist of; for any other kind it returns
 * false, which is always safe.
 */
export function toFits<T extends z.ZodMiniType>(schema: T): (value: unknown) => value is z.output<T> {
  const test = compile(schema);
  return (value): value is z.output<T> => test(value);
}

const never: Test = () => false;

function compile(schema: z.core.$ZodType): Test {
  if (schema instanceof core.$ZodOptional) return compile(schema._zod.def.innerType);
  if (schema instanceof core.$ZodString) return ofString(schema);
  if (schema instanceof core.$ZodNumber) return ofNumber(schema);
  if (schema instanceof core.$ZodArray) return ofArray(schema);
  if ((schema._zod.def.checks ?? []).length > 0) return never;
  if (schema instanceof core.$ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof core.$ZodEnum) return oneOf(Object.values(schema._zod.def.entries));
  if (schema instanceof core.$ZodLiteral) return oneOf(schema._zod.def.values);
  if (schema instanceof core.$ZodObject) return ofObject(schema);
  if (schema instanceof core.$ZodRecord) return ofRecord(schema);
  if (schema instanceof core.$ZodDiscriminatedUnion) return ofUnion(schema);
  return never;
}

function oneOf(values: readonly unknown[]): Test {
  const known = new Set(values);
  return (value) => known.has(value);
}

/** Formats are left to the parser: they are few, and return the text unchanged. */
function ofString(schema: z.core.$ZodString): Test {
  const checks = schema._zod.def.checks ?? [];
  const limits = checks.filter((check) => check instanceof core.$ZodCheckMaxLength);
  const patterns = checks.flatMap((check) => (check instanceof core.$ZodCheckRegex ? [check._zod.def.pattern] : []));
  if (schema instanceof core.$ZodStringFormat || limits.length + patterns.length < checks.length)
    return (value) => typeof value === 'string' && z.safeParse(schema, value).data === value;
  const most = Math.min(...limits.map((check) => check._zod.def.maximum), Number.POSITIVE_INFINITY);
  const [pattern] = patterns;
  // A pattern with a memory of where it was found last would not give the same answer twice.
  if (pattern !== undefined && patterns.length === 1 && !pattern.global && !pattern.sticky)
    return (value) => typeof value === 'string' && value.length <= most && pattern.test(value);
  if (patterns.length > 0) return (value) => typeof value === 'string' && z.safeParse(schema, value).data === value;
  return (value) => typeof value === 'string' && value.length <= most;
}

function ofNumber(schema: z.core.$ZodNumber): Test {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const check of schema._zod.def.checks ?? []) {
    if (check instanceof core.$ZodCheckGreaterThan && check._zod.def.inclusive)
      least = Math.max(least, Number(check._zod.def.value));
    else if (check instanceof core.$ZodCheckLessThan && check._zod.def.inclusive)
      most = Math.min(most, Number(check._zod.def.value));
    else return never;
  }
  const isWhole = schema instanceof core.$ZodNumberFormat;
  if (isWhole && schema._zod.def.format !== 'safeint') return never;
  return (value) =>
    typeof value === 'number' &&
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= least &&
    value <= most;
}

function ofArray(schema: z.core.$ZodArray): Test {
  const checks = schema._zod.def.checks ?? [];
  const limits = checks.filter((check) => check instanceof core.$ZodCheckMaxLength);
  if (limits.length < checks.length) return never;
  const most = Math.min(...limits.map((check) => check._zod.def.maximum), Number.POSITIVE_INFINITY);
  const fits = compile(schema._zod.def.element);
  return (value) => {
    if (!Array.isArray(value) || value.length > most) return false;
    for (const entry of value) if (!fits(entry)) return false;
    return true;
  };
}

/** Strict ones only: all fields known, those that are not optional there. */
function ofObject(schema: z.core.$ZodObject): Test {
  const { shape, catchall } = schema._zod.def;
  if (!(catchall instanceof core.$ZodNever)) return never;
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, compile(field)]));
  const required = Object.keys(shape).filter((name) => !(shape[name] instanceof core.$ZodOptional));
  return (value) => {
    if (!isPlain(value)) return false;
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    for (const name in value) if (fields.get(name)?.(value[name]) !== true) return false;
    return true;
  };
}

function ofRecord(schema: z.core.$ZodRecord): Test {
  const { keyType, valueType, partial = false, mode } = schema._zod.def;
  // A full record wants every key there, a loose one takes any.
  if ((keyType._zod.values !== undefined && !partial) || mode === 'loose') return never;
  const [isKey, fits] = [compile(keyType), compile(valueType)];
  return (value) => {
    if (!isPlain(value)) return false;
    for (const name in value) if (name === '__proto__' || !isKey(name) || !fits(value[name])) return false;
    return true;
  };
}

function ofUnion(schema: z.core.$ZodDiscriminatedUnion): Test {
  const { discriminator, options } = schema._zod.def;
  const byValue = new Map<unknown, Test>();
  for (const option of options) {
    if (!(option instanceof core.$ZodObject)) return never;
    const fits = compile(option);
    for (const value of option._zod.def.shape[discriminator]?._zod.values ?? []) byValue.set(value, fits);
  }
  return (value) => isPlain(value) && byValue.get(value[discriminator])?.(value) === true;
}

/** An object as JSON makes it. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
