import type { Color } from './device-spec.ts';
import type { VisitReason } from './visits.ts';
import type { Drift } from './wear-model.ts';

/**
 * What really happened to a device; days `YYYY-MM-DD`, null: not within the time looked at. One line of the
 * truth file.
 */
export type TruthEvent =
  | {
      readonly kind: 'part';
      readonly serial: string;
      readonly family: string;
      readonly part: string;
      readonly installed: string;
      /** The day its hidden life ended. */
      readonly failed: string | null;
      readonly replaced: string | null;
      /** Replaced before it failed. */
      readonly preventive: boolean;
      /** `along`: somebody was there for something else; null: still in force. */
      readonly why: 'failed' | 'planned' | 'along' | null;
      /** Failed without anything that announced it. */
      readonly sudden: boolean;
      /** Its failure stopped the machine until it was replaced. */
      readonly stopped: boolean;
      /** The code that its failure logged; null: it failed without one, or not at all. */
      readonly code: string | null;
      /** Its replacement began the counter again, and was reported by the device. */
      readonly counterReset: boolean;
      readonly reported: boolean;
    }
  /** A piece that was replaced before it failed, put in on `installed`: when it would have failed in use. */
  | {
      readonly kind: 'spared';
      readonly serial: string;
      readonly part: string;
      readonly installed: string;
      readonly failed: string;
      readonly sudden: boolean;
    }
  | {
      readonly kind: 'roller';
      readonly serial: string;
      readonly source: string;
      readonly driftFrom: string;
      readonly shape: Drift['shape'];
      /** How many times as many jams as of a sound roller, in the end. */
      readonly factor: number;
      readonly replaced: string | null;
    }
  | {
      readonly kind: 'toner';
      readonly serial: string;
      readonly color: Color;
      readonly installed: string;
      readonly empty: string | null;
      readonly replaced: string | null;
    }
  | {
      readonly kind: 'storage';
      readonly serial: string;
      readonly port: number;
      readonly failed: string;
      /** Failed without a warning. */
      readonly silent: boolean;
    }
  | {
      readonly kind: 'sensor' | 'polygon';
      readonly serial: string;
      readonly color: Color;
      readonly from: string;
      readonly to: string | null;
    }
  | {
      readonly kind: 'ce';
      readonly serial: string;
      readonly code: 'CE20' | 'CE40';
      readonly from: string;
      readonly to: string | null;
    }
  /** A day on which somebody repaired or replaced something other than toner, or came for a call. */
  | {
      readonly kind: 'visit';
      readonly serial: string;
      readonly day: string;
      readonly reasons: readonly VisitReason[];
    }
  | {
      readonly kind: 'event';
      readonly serial: string;
      readonly what: 'counterReset' | 'wrongClock' | 'silent' | 'moved' | 'firmware' | 'duplicate' | 'late';
      readonly from: string;
      readonly to: string | null;
    };
