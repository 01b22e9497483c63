/** The two brands (BR-01). Their colours are chosen by `data-brand` in tokens.css. */
export type BrandId = 'platen' | 'rdt';
export interface Brand {
  readonly id: BrandId;
  /** Name and document title (BR-04, BR-06). */
  readonly title: string;
  /** Before every path of the brand; empty for the default one (BR-03, BR-05). */
  readonly prefix: '' | '/rdt';
  /** Ends the router's internal route names; never shown (BR-07, OQ-03). */
  readonly routeNameSuffix: '' | 'eBridge';
}

export const brands: Readonly<Record<BrandId, Brand>> = {
  platen: { id: 'platen', title: 'Platen', prefix: '', routeNameSuffix: '' },
  rdt: { id: 'rdt', title: 'Remote Diagnosis Tool', prefix: '/rdt', routeNameSuffix: 'eBridge' },
};

/** The brands each deployment stage serves; the first is where '/' leads (OQ-04, OQ-05). */
export const stages: Readonly<Record<string, readonly BrandId[]>> = {
  eu: ['platen', 'rdt'],
  platen: ['platen'],
  rdt: ['rdt'],
};

/**
 * The brand of an address: among those served, a first segment 'rdt' picks the alternate one (BR-02, OQ-02,
 * OQ-04).
 */
export function decideBrand(served: readonly BrandId[], pathname: string): Brand {
  const first = pathname.split('/')[1]?.toLowerCase();
  if (first === 'rdt' && served.includes('rdt')) return brands.rdt;
  return served.includes('platen') ? brands.platen : brands.rdt;
}
