import type { Brand } from '../brand/brands.ts';

/** Query values of an address as plain texts: nothing is converted (`?searchkey=0012` stays a text). */
export function parseAddressSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifyAddressSearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The named values that are there and not empty. */
export function pick<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [Key in Name]?: string } {
  const found: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string' && value !== '') found[name] = value;
  }
  return found;
}

/** No route has this path: an address outside the brand's prefix shows 'Invalid URL'. */
const outside = '/-outside-/';

/**
 * The path inside the brand. The prefix counts as a whole first segment only, in any case (OQ-02, OQ-128):
 * '/rdtx' is an unknown path. The bare root of a site with one brand leads into that brand (OQ-04).
 */
export function toInnerPath(brand: Brand, pathname: string): string {
  if (brand.prefix === '') return pathname;
  if (pathname === '/') return '/';
  const head = pathname.slice(0, brand.prefix.length).toLowerCase();
  const rest = pathname.slice(brand.prefix.length);
  if (head !== brand.prefix || (rest !== '' && !rest.startsWith('/'))) return `${outside}${pathname.slice(1)}`;
  return rest === '' ? '/' : rest;
}

/** The path in the address bar. */
export function toOuterPath(brand: Brand, innerPath: string): string {
  if (innerPath.startsWith(outside)) return `/${innerPath.slice(outside.length)}`;
  return innerPath === '/' && brand.prefix !== '' ? brand.prefix : `${brand.prefix}${innerPath}`;
}
