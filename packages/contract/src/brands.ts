/** The brands of the portal (BR-01): the default one, and the alternate one under `/rdt`. */
export const brandNames = ['platen', 'rdt'] as const;
export type BrandName = (typeof brandNames)[number];
