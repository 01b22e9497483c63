import type { Locale } from '@platen/catalogue/locale';
import type { Brand } from '../brand/brands.ts';
import type { PortalConfig } from './config.ts';

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
