import type { Locale } from '@platen/catalogue/locale';
import { type Brand, type BrandId, stages } from '../brand/brands.ts';
import { isRecord } from './is-record.ts';

/** What is decided once at start and holds until the page is left. */
export interface Environment {
  readonly config: PortalConfig;
  readonly brand: Brand;
  readonly locale: Locale;
  /** Leaves the portal for another address: the identity provider's. */
  readonly leave: (address: string) => void;
}

let current: Environment | undefined;

export function setEnvironment(next: Environment): void {
  current = next;
}

export function environment(): Environment {
  if (current === undefined) throw new Error('the portal has not been started');
  return current;
}

/**
 * `id_token` puts the id token into the address, which some providers insist on; `client_id` needs no token
 * at all.
 */
type LogoutHint = 'client_id' | 'id_token';

/**
 * Settings of the site. The server writes them into the page, so that one build serves several sites
 * (OQ-124).
 */
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
  /** What the logout of the identity provider is called with. */
  readonly logoutHint: LogoutHint;
  /** Version of the front end, from its build (OQ-07). */
  readonly version: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const isBrandId = (value: unknown): value is BrandId => value === 'platen' || value === 'rdt';

function toText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new ConfigError(`site settings: '${name}' is missing`);
  return value;
}

function toLogoutHint(value: unknown): LogoutHint {
  if (value === undefined || value === 'client_id') return 'client_id';
  if (value === 'id_token') return 'id_token';
  throw new ConfigError("site settings: 'logoutHint' is neither client_id nor id_token");
}

/** Parses the settings of the page or the server; errors name what is missing. */
export function toConfig(value: unknown): PortalConfig {
  if (!isRecord(value)) throw new ConfigError('site settings: not an object');
  const stage = toText(value['stage'], 'stage');
  const listed = value['brands'];
  const served = Array.isArray(listed)
    ? listed.filter(isBrandId)
    : Object.hasOwn(stages, stage)
      ? (stages[stage] ?? [])
      : [];
  if (served.length === 0) throw new ConfigError(`site settings: stage '${stage}' serves no known brand`);
  const base = value['apiBase'];
  return {
    stage,
    brands: served,
    apiBase: typeof base === 'string' ? base.replace(/\/+$/, '') : '',
    authority: toText(value['authority'], 'authority'),
    clientId: toText(value['clientId'], 'clientId'),
    scope: toText(value['scope'], 'scope'),
    logoutHint: toLogoutHint(value['logoutHint']),
    version: toText(value['version'], 'version'),
  };
}

function readBlock(page: Document, id: string): Record<string, unknown> | undefined {
  const text = page.getElementById(id)?.textContent;
  if (typeof text !== 'string') return undefined;
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new ConfigError(`site settings: '${id}' is not an object`);
  return value;
}

async function fetchSettings(): Promise<Record<string, unknown>> {
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new ConfigError(`site settings: none in the page, and /config.json answers ${answer.status}`);
  const value: unknown = await answer.json();
  if (!isRecord(value)) throw new ConfigError('site settings: /config.json is not an object');
  return value;
}

/**
 * The settings of the build, with those of the site over them (OQ-124); the version is always the build's own
 * (OQ-07). A page that names no identity provider at all asks for `/config.json`.
 */
export async function readConfig(page: Document): Promise<PortalConfig> {
  const built = readBlock(page, 'platen-build') ?? {};
  const site = readBlock(page, 'platen-config');
  const own = { ...built, ...(site ?? ('authority' in built ? {} : await fetchSettings())) };
  return toConfig({ ...own, version: built['version'] ?? own['version'] });
}

/** Where this browser stores the time zone that the user has set (OA-19). */
export const zoneKey = 'platen.zone';

/** The browser's IANA time zone; undefined where it does not know it. The user's own goes before. */
export function browserTimeZone(): string | undefined {
  try {
    const own = localStorage.getItem(zoneKey);
    if (own !== null) return new Intl.DateTimeFormat('en', { timeZone: own }).resolvedOptions().timeZone;
  } catch {
    // This browser does not know the zone.
  }
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === undefined || zone === 'Etc/Unknown' ? undefined : zone;
}

/** The viewer's time zone: dates are shown in it, and the server counts days and months in it. */
export const viewerTimeZone = (): string => browserTimeZone() ?? 'UTC';
