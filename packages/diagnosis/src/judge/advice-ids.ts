import { type TonerColor, tonerColors } from '@platen/contract/report-sections';

// The scheme is the catalogue's, which this package does not read; a test of the server holds the two against each other (OQ-82).

const severities = { name: '00', watch: '01', nextVisit: '02', now: '03' } as const;
/** How urgent an advice is; `name` is the bare name of the part (FS-14). */
export type Severity = keyof typeof severities;

const colors: Readonly<Record<TonerColor, string>> = {
  black: '21',
  yellow: '22',
  magenta: '23',
  cyan: '24',
  eBlue: '25',
};
const sources = {
  ADF: '11',
  bypass: '12',
  CST1: '21',
  CST2: '22',
  CST3: '23',
  CST4: '24',
  LCF: '31',
  TLCF: '32',
  OLCF: '33',
  O2LCF: '34',
  SFB: '41',
  ADU: '51',
} as const;
const papers = { any: '10', plain: '31', recycled: '32', thick: '33', otherPaper: '34' } as const;
const kinds = { storage: '40', HDD: '41', SSD: '42' } as const;
const plain = { fuser: '10', secondTransfer: '20', CE20: '60', CE40: '61', laserUnit: '62' } as const;
const colored = { developer: '40', drum: '50' } as const;
const eitherWay = { polygonalMotor: '63', imageQualitySensor: '64' } as const;

export type AdvicePaperSource = keyof typeof sources;

/** What to say about which part: every combination of this type has a text. The document feeder has no kinds of paper. */
export type AdviceQuery = { readonly severity: Severity } & (
  | { readonly component: keyof typeof plain }
  | { readonly component: keyof typeof colored; readonly variant: TonerColor }
  | { readonly component: keyof typeof eitherWay; readonly variant?: TonerColor | undefined }
  | { readonly component: 'feedParts'; readonly unit: 'ADF' }
  | {
      readonly component: 'feedParts';
      readonly unit: AdvicePaperSource;
      readonly variant?: keyof typeof papers | undefined;
    }
  | { readonly component: 'storage'; readonly unit: 'port0' | 'port1'; readonly variant: keyof typeof kinds }
);

/** The 8-digit id of an advice: two digits each for component, unit or drawer, colour or paper type, and severity (FS-21, OQ-82). */
export function adviceId(query: AdviceQuery): string {
  return spell(query) + severities[query.severity];
}

function spell(query: AdviceQuery): string {
  if (query.component === 'feedParts') {
    const paper = 'variant' in query && query.unit !== 'ADF' ? query.variant : undefined;
    return `30${sources[query.unit]}${papers[paper ?? 'any']}`;
  }
  if (query.component === 'storage') return `70${query.unit === 'port0' ? '80' : '81'}${kinds[query.variant]}`;
  if (query.component === 'developer' || query.component === 'drum')
    return `${colored[query.component]}10${colors[query.variant]}`;
  if (query.component === 'polygonalMotor' || query.component === 'imageQualitySensor')
    return `${eitherWay[query.component]}10${query.variant === undefined ? '10' : colors[query.variant]}`;
  return `${plain[query.component]}1010`;
}

const keys = <K extends string>(table: Readonly<Record<K, string>>) => {
  const list: K[] = [];
  for (const key in table) list.push(key);
  return list;
};

/** Every advice that can be asked for, for tests that look each one up. */
export function everyAdvice(): AdviceQuery[] {
  return keys(severities).flatMap((severity): AdviceQuery[] => [
    ...keys(plain).map((component) => ({ component, severity })),
    ...keys(colored).flatMap((component) => tonerColors.map((variant) => ({ component, variant, severity }))),
    ...keys(eitherWay).flatMap((component) =>
      [undefined, ...tonerColors].map((variant) => ({ component, variant, severity })),
    ),
    ...keys(sources).flatMap((unit) =>
      [undefined, ...keys(papers)].map((variant) => ({ component: 'feedParts' as const, unit, variant, severity })),
    ),
    ...(['port0', 'port1'] as const).flatMap((unit) =>
      keys(kinds).map((variant) => ({ component: 'storage' as const, unit, variant, severity })),
    ),
  ]);
}
