import { ApiFailure, toErrorState } from './failure.ts';

export type Scalar = string | number | boolean;
export type PathValues = Readonly<Record<string, string | null | undefined>>;
export type QueryValues = Readonly<Record<string, Scalar | null | undefined>>;

/** Path with its values set in. A device call without a device is 102003 and is not made (EH-14). */
export function toPath(pattern: string, values: PathValues): string {
  return pattern.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') throw new ApiFailure(toErrorState(102003));
    return encodeURIComponent(value);
  });
}

/** `?a=1&b=2`, without what is not set; empty when nothing is. */
export function toQuery(values: QueryValues): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
