import type { BrandName } from '@platen/contract/brands';
import type { Settings } from './settings.ts';
import { stages } from './table.ts';

/**
 * Address of the portal under a brand, for links: `https://platen.example/rdt`. Null, or a brand that this
 * stage does not serve: the first one that it serves.
 */
export function toPortalAddress(
  { publicUrl, stage }: Pick<Settings, 'publicUrl' | 'stage'>,
  brand: BrandName | null,
): string {
  const served: readonly BrandName[] = stages[stage];
  const chosen = served.find((one) => one === brand) ?? served[0];
  return chosen === 'rdt' ? `${publicUrl}/rdt` : publicUrl;
}
