import type { Day } from '@platen/diagnosis/history/day-reading';

/** What really happened to a device of the simulated fleet. Days since 1970, UTC. */
export type TruthEvent =
  | {
      readonly kind: 'part';
      readonly part: string;
      readonly installed: Day;
      readonly failed: Day | null;
      readonly replaced: Day | null;
      /** It failed without anything that announced it. */
      readonly sudden?: boolean;
    }
  /** A part that was replaced before it failed: when it would have failed, had it been used on. */
  | {
      readonly kind: 'spared';
      readonly part: string;
      readonly installed: Day;
      readonly failed: Day;
    }
  | { readonly kind: 'roller'; readonly source: string; readonly driftFrom: Day; readonly replaced: Day | null }
  | {
      readonly kind: 'toner';
      readonly color: string;
      readonly installed: Day;
      readonly empty: Day | null;
      readonly replaced: Day | null;
    }
  | { readonly kind: 'storage'; readonly port: number; readonly failed: Day; readonly silent: boolean }
  | { readonly kind: 'sensor' | 'polygon'; readonly color: string; readonly from: Day; readonly to: Day | null }
  | { readonly kind: 'ce'; readonly code: string; readonly from: Day; readonly to: Day | null };
