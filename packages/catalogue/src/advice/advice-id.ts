import {
  type Component,
  combinations,
  componentCodes,
  type Severity,
  severityCodes,
  type Unit,
  unitCodes,
  type Variant,
  variantCodes,
} from './advice-scheme.ts';

export interface Advice {
  component: Component;
  unit: Unit;
  variant: Variant;
  severity: Severity;
}

/** What to say about which part; unit and variant are left out where the component has none. */
export interface AdviceQuery {
  component: Component;
  unit?: Unit | undefined;
  variant?: Variant | undefined;
  severity: Severity;
}

const components: readonly Component[] = [
  'fuser',
  'secondTransfer',
  'feedParts',
  'developer',
  'drum',
  'CE20',
  'CE40',
  'laserUnit',
  'polygonalMotor',
  'imageQualitySensor',
  'storage',
];
const severities: readonly Severity[] = ['name', 'watch', 'nextVisit', 'now'];

const spell = ({ component, unit, variant, severity }: Advice): string =>
  componentCodes[component] + unitCodes[unit] + variantCodes[variant] + severityCodes[severity];

const byId: ReadonlyMap<string, Advice> = new Map(
  components.flatMap((component) =>
    combinations[component].flatMap(([units, variants]) =>
      units.flatMap((unit) =>
        variants.flatMap((variant) =>
          severities.map((severity): [string, Advice] => {
            const advice = { component, unit, variant, severity };
            return [spell(advice), advice];
          }),
        ),
      ),
    ),
  ),
);

/** Every id that has a text, in the order of the scheme (FS-21, OQ-82). */
export function adviceIds(): readonly string[] {
  return [...byId.keys()];
}

/** What an 8-digit id is about; undefined for whatever is no id of the scheme. */
export function parseAdviceId(id: string): Advice | undefined {
  return byId.get(id);
}

/**
 * The 8-digit id of an advice: two digits each for component, unit or drawer, colour or paper type, and severity (FS-21, OQ-82).
 * A unit or variant left out means the whole, or any. Undefined where the component has no such unit or variant, so that no id without a text is sent.
 */
export function toAdviceId({ component, unit = 'whole', variant = 'any', severity }: AdviceQuery): string | undefined {
  const id = spell({ component, unit, variant, severity });
  return byId.has(id) ? id : undefined;
}
