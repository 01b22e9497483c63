import data from '../data/families/families.json' with { type: 'json' };

/** The document feeders that families have (PN-20). */
export type FeederKind = 'DSDF' | 'DF' | 'RADF';

/**
 * A model family (MF-01 to MF-19) with the traits that the tables of settings and parts speak of.
 * The code is specified, the traits are the project's own (docs/decisions/0167).
 */
export interface Family {
  readonly code: string;
  /**
   * Families with the same text here are close enough to compare their service codes (docs/decisions/0228).
   */
  readonly related: string;
  readonly color: boolean;
  /** What writes on the drum: `laser` or `led`. */
  readonly head: string;
  /** A `FeederKind`. */
  readonly feeder: string;
  /** Whether the lower cassettes are those of a pedestal (PFP). */
  readonly pedestal: boolean;
  /** Of LCF, T-LCF, O-LCF, O2-LCF and Ex-LCF those that fit. */
  readonly largeCapacityFeeders: readonly string[];
  /** Takes 13 x 19 in: the H and HHH families (OQ-91). */
  readonly largePaper: boolean;
  /** Wording of duplex code 8: `simplex` or `duplexOrSimplex` (MF-91). */
  readonly duplex8: string;
  readonly decolor: boolean;
}

/** All families, in the order of the specification. */
export const families: readonly Family[] = data.families;

const byCode: ReadonlyMap<string, Family> = new Map(families.map((family) => [family.code, family]));

/** The family of a code, in its exact spelling; undefined for any other text. */
export function findFamily(code: string): Family | undefined {
  return byCode.get(code);
}

/** Traits that a family must have: a plain value is equal, a list of the family contains it. */
export type Where = Readonly<Record<string, unknown>>;

/**
 * Whether a family has all these traits; a trait that families do not have is never met. No traits: every
 * family.
 */
export function meets(family: Family, where: Where | undefined): boolean {
  const traits: ReadonlyMap<string, unknown> = new Map(Object.entries(family));
  return Object.entries(where ?? {}).every(([name, wanted]) => {
    const trait = traits.get(name);
    return Array.isArray(trait) ? trait.includes(wanted) : trait !== undefined && trait === wanted;
  });
}

/**
 * Codes of the families related to one, itself included, in the order of the specification; none for an
 * unknown family.
 */
export function relatedFamilies(code: string): readonly string[] {
  const related = findFamily(code)?.related;
  return related === undefined
    ? []
    : families.filter((family) => family.related === related).map((family) => family.code);
}
