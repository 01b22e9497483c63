import { type BrandId, stages } from '../brand/brands.ts';

/** Settings of the site. The server writes them into the page, so that one build serves several sites (OQ-124). */
export interface PortalConfig {
  readonly stage: string;
  /** The brands this site serves (OQ-04). */
  readonly brands: readonly BrandId[];
  /** Base address of all calls, without a slash at its end (AP-01). */
  readonly apiBase: string;
  /** Address of the identity provider: tenant and policy are in it (AU-02). */
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  /** Version of the front end, from its build (OQ-07). */
  readonly version: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const isBrandId = (value: unknown): value is BrandId => value === 'platen' || value === 'rdt';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function toText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new ConfigError(`site settings: '${name}' is missing`);
  return value;
}

/** Settings out of what the page or the server gave; says by name what is missing. */
export function toConfig(value: unknown, version: string): PortalConfig {
  if (!isRecord(value)) throw new ConfigError('site settings: not an object');
  const stage = toText(value['stage'], 'stage');
  const listed = value['brands'];
  const served = Array.isArray(listed) ? listed.filter(isBrandId) : (stages[stage] ?? []);
  if (served.length === 0) throw new ConfigError(`site settings: stage '${stage}' serves no known brand`);
  const base = value['apiBase'];
  return {
    stage,
    brands: served,
    apiBase: typeof base === 'string' ? base.replace(/\/+$/, '') : '',
    authority: toText(value['authority'], 'authority'),
    clientId: toText(value['clientId'], 'clientId'),
    scope: toText(value['scope'], 'scope'),
    version,
  };
}

/** Reads the settings written into the page; a development server without them is asked for `/config.json`. */
export async function readConfig(page: Document): Promise<PortalConfig> {
  const version = page.querySelector('meta[name="platen-version"]')?.getAttribute('content') ?? 'unknown';
  const text = page.getElementById('platen-config')?.textContent;
  if (typeof text === 'string') return toConfig(JSON.parse(text), version);
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new ConfigError(`site settings: none in the page, and /config.json answers ${answer.status}`);
  return toConfig(await answer.json(), version);
}
