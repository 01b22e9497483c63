import type { Color } from './device-spec.ts';

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
      /** Replaced by the maintenance plan, before it failed. */
      readonly preventive: boolean;
    }
  | {
      readonly kind: 'roller';
      readonly serial: string;
      readonly source: string;
      readonly driftFrom: string;
      readonly shape: 'step' | 'ramp';
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
  | {
      readonly kind: 'event';
      readonly serial: string;
      readonly what: 'counterReset' | 'wrongClock' | 'silent' | 'moved' | 'firmware' | 'duplicate' | 'late';
      readonly from: string;
      readonly to: string | null;
    };
