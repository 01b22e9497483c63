// oxlint-disable no-underscore-dangle -- what a schema is made of is under this name
import * as z from 'zod/mini';
import { toFits } from './fits.ts';

const { core } = z;
/** In place of a value that does not fit; JSON has no such value. */
const wrong = Symbol('wrong');

interface Run {
  /** Unknown fields and values that do not fit, so far. */
  faults: number;
}
type Prune = (value: unknown, run: Run) => unknown;

export interface Pruned {
  /** Undefined where nothing of the value can stay. */
  value: unknown;
  /** Number of places that were wrong. */
  faults: number;
}

/**
 * Makes a function that leaves out of a JSON value what does not fit a schema, without saying where: unknown
 * fields, optional fields, entries of lists and records. It takes linear time however much is wrong, where a
 * parser makes an issue for each place. The returned value fits the schema. The input stays as it is. Knows
 * the kinds of schema that `toFits` knows.
 */
export function toPrune(schema: z.ZodMiniType): (value: unknown) => Pruned {
  const prune = compile(schema);
  return (value) => {
    const run: Run = { faults: 0 };
    const pruned = prune(value, run);
    return { value: pruned === wrong ? undefined : pruned, faults: run.faults };
  };
}

function compile(schema: z.core.$ZodType): Prune {
  if (schema instanceof core.$ZodOptional) return compile(schema._zod.def.innerType);
  if (schema instanceof core.$ZodArray) return ofArray(schema);
  if (schema instanceof core.$ZodObject) return ofObject(schema);
  if (schema instanceof core.$ZodRecord) return ofRecord(schema);
  if (schema instanceof core.$ZodDiscriminatedUnion) return ofUnion(schema);
  return ofLeaf(schema);
}

function ofLeaf(schema: z.core.$ZodType): Prune {
  // Schemas that are made by hand are all of this kind; the check is for the type alone.
  if (!(schema instanceof z.ZodMiniType)) throw new TypeError('not a schema of zod/mini');
  const fits = toFits(schema);
  return (value, run) => (fits(value) ? value : toWrong(run));
}

function ofArray(schema: z.core.$ZodArray): Prune {
  const limits = (schema._zod.def.checks ?? []).filter((check) => check instanceof core.$ZodCheckMaxLength);
  const most = Math.min(...limits.map((check) => check._zod.def.maximum), Number.POSITIVE_INFINITY);
  const prune = compile(schema._zod.def.element);
  return (value, run) => {
    if (!Array.isArray(value)) return toWrong(run);
    const remaining: unknown[] = [];
    for (const entry of value) {
      if (remaining.length === most) break;
      const pruned = prune(entry, run);
      if (pruned !== wrong) remaining.push(pruned);
    }
    return remaining;
  };
}

function ofObject(schema: z.core.$ZodObject): Prune {
  const { shape } = schema._zod.def;
  const fields = new Map(
    Object.entries(shape).map(([name, field]) => [
      name,
      { prune: compile(field), isOptional: field instanceof core.$ZodOptional },
    ]),
  );
  const required = [...fields].filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return (value, run) => {
    if (!isRecord(value) || !required.every((name) => Object.hasOwn(value, name))) return toWrong(run);
    const remaining: Record<string, unknown> = {};
    for (const name in value) {
      const field = fields.get(name);
      const pruned = field === undefined ? toWrong(run) : field.prune(value[name], run);
      if (pruned !== wrong) remaining[name] = pruned;
      else if (field?.isOptional === false) return wrong;
    }
    return remaining;
  };
}

function ofRecord(schema: z.core.$ZodRecord): Prune {
  const { keyType, valueType } = schema._zod.def;
  const [key, prune] = [compile(keyType), compile(valueType)];
  return (value, run) => {
    if (!isRecord(value)) return toWrong(run);
    const remaining: Record<string, unknown> = {};
    for (const name in value) {
      const pruned = name === '__proto__' ? toWrong(run) : key(name, run) === wrong ? wrong : prune(value[name], run);
      if (pruned !== wrong) remaining[name] = pruned;
    }
    return remaining;
  };
}

function ofUnion(schema: z.core.$ZodDiscriminatedUnion): Prune {
  const { discriminator, options } = schema._zod.def;
  const byValue = new Map<unknown, Prune>();
  for (const option of options) {
    if (!(option instanceof core.$ZodObject)) throw new TypeError('not a union of objects');
    const prune = compile(option);
    for (const value of option._zod.def.shape[discriminator]?._zod.values ?? []) byValue.set(value, prune);
  }
  return (value, run) =>
    (isRecord(value) ? byValue.get(value[discriminator])?.(value, run) : undefined) ?? toWrong(run);
}

function toWrong(run: Run): typeof wrong {
  run.faults++;
  return wrong;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
