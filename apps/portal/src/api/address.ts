import { ApiFailure, toErrorState } from '../platform/failure.ts';

/** Browsers take these for steps in a path (WHATWG URL, 4.4), escaped or not. */
const steps = new Set(['.', '..']);

/**
 * Path with its values set in. A device call without a device is 102003 and is not made (EH-14); so is one whose value
 * would lead to another address.
 */
export function toPath(pattern: string, values: object): string {
  const given = new Map<string, unknown>(Object.entries(values));
  return pattern.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = given.get(name);
    if (typeof value !== 'string' || value === '' || steps.has(value)) throw new ApiFailure(toErrorState(102003));
    return encodeURIComponent(value);
  });
}

/** `?a=1&b=2`, without what is not set; empty when nothing is. */
export function toQuery(values: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>({ ...values })) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
