import type { Basis as ContractBasis } from '@platen/contract/basis';
import type { StatusReason } from '@platen/contract/devices';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { Predictions } from '@platen/contract/predictions';
import type { readPmParts } from '@platen/contract/readings';
import type { TonerColor } from '@platen/contract/report-sections';
import type { StopRisk } from '@platen/contract/stop-risk';
import type { Day } from '../history/day-reading.ts';
import type { PastRisk } from '../risk/past-risks.ts';
import type { Opened } from './opened.ts';

/** A figure with its 80 % interval. */
export interface Estimate {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** What a judgement rests on; goes out with it. */
export type Basis = Readonly<ContractBasis>;

/** Withheld where too little is known: then only the basis says why. */
export type Judged<T> =
  | { readonly state: 'judged'; readonly value: T; readonly basis: Basis }
  | { readonly state: 'withheld'; readonly basis: Basis };

/**
 * What is judged of one device, in the shapes the calls send. Null: the device measures nothing of the kind.
 */
export interface DeviceJudgement {
  readonly toner: Partial<Record<TonerColor, TonerJudgement>>;
  readonly pmParts: AnswerOf<typeof readPmParts> | null;
  readonly predictions: Predictions;
  /** Components with a sign, most severe first (OQ-83). */
  readonly signs: readonly ListedSign[];
  /** What to bring to the next visit: part codes (`6250`), then cartridges (`toner.black`). */
  readonly bring: readonly string[];
  /**
   * Risk of a stop without a plan; null where nothing can be judged, absent in judgements of earlier
   * versions.
   */
  readonly risk?: JudgedRisk | null | undefined;
  /**
   * Greatest risk, in percent within 14 days, of what its signs that ask for a visit are about (0300); null
   * without such a sign, absent in judgements of earlier versions.
   */
  readonly signRisk?: number | null;
  /** What counts for the status of the device. */
  readonly reasons: readonly StatusReason[];
  readonly replacements: readonly Replacement[];
  readonly breaks: readonly CounterBreak[];
  /** Made before anything was learned from the fleet; left out in all others. */
  readonly isUnlearned?: true;
  /** Limits of the open signs, which the next judgement is given; left out without any. */
  readonly opened?: Opened;
  /** Risks of the last year, which the next judgement is given; absent in those of earlier versions. */
  readonly pastRisks?: readonly PastRisk[];
}

export interface JudgedRisk extends StopRisk {
  readonly basis: Basis;
}

/**
 * A component's most severe advice, with the day or month of its predicted failure and its 80 % range, where
 * there is one.
 */
export interface ListedSign {
  readonly component: string;
  readonly messageId: string;
  readonly predictionFailureDate?: string;
  readonly predictionFailureRange?: { readonly lower: string; readonly upper: string };
}

export interface TonerJudgement {
  readonly daysLeft: Judged<Estimate>;
  /** Mean pixel count of the current cartridge, percent; null where not measured. */
  readonly averagePixelCount: number | null;
}

export interface Replacement {
  readonly item: string;
  readonly day: Day;
  readonly origin: 'reported' | 'recorded' | 'seen';
  readonly counter: number | null;
  readonly averagePixelCount: number | null;
}

export interface CounterBreak {
  readonly key: string;
  readonly day: Day;
  readonly kind: 'fell' | 'leapt';
  readonly before: number;
  readonly after: number;
  /** Of a misread that the counter itself showed as one (LG-11): no cause is asked for. */
  readonly isHealed?: true;
}
