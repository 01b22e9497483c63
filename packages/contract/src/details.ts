import * as z from 'zod/mini';
import { nullableNumber, nullableText, perColor, readOfDevice } from './device-call.ts';
import { deviceStatuses, deviceVisit, deviceWorklist, statusReason } from './devices.ts';
import { figureInputs, figureReadings } from './figures.ts';
import { counterUnits, type ErrorCategory, type FirmwareField, type NicField, tonerColors } from './report-sections.ts';
import { stopRisk } from './stop-risk.ts';
import { countedTime, readOfDeviceInZone } from './time-zone.ts';
import { evidence, instant, uuid, valueStates } from './values.ts';

/**
 * A supply as the profile's toner panel shows it (addition; the specified `toner` holds only the percents).
 */
export const tonerReading = z.object({
  /**
   * Percent 0-100, or null with the reason in `state`: `low`, `empty` and `missing` come from the panel or
   * from alerts.
   */
  percent: nullableNumber,
  state: z.enum(['measured', ...valueStates, 'low', 'empty', 'missing', 'notReported']),
  coarse: z.optional(z.boolean()),
});

/**
 * `GET /v1/device/{id}/profile` (behaviour section 3). Null everywhere means: not reported.
 * Dates are ISO 8601 UTC; `unpackingDate` is `YYYY-MM-DD`, `0000-00-00` when not known (PR-07).
 * `colorRate` in percent; `errorCounters` over 14 days, null when the device reports no errors at all.
 * After `toner` come optional additions of this product, which a client may leave unread.
 */
export const deviceProfile = z.object({
  deviceId: uuid,
  serial: nullableText,
  model: nullableText,
  processedAt: z.nullable(instant),
  updatedAt: instant,
  unpackingDate: z.string(),
  series: nullableText,
  failurePredictions: z.array(
    z.object({
      component: z.string(),
      messageId: z.string(),
      /**
       * Addition: predicted day (`YYYY-MM-DD`) or month (`YYYY-MM`) of the failure and its 80 % range, as in
       * the prediction of the component; left out where none is predicted.
       */
      predictionFailureDate: z.optional(z.string()),
      predictionFailureRange: z.optional(z.object({ lower: z.string(), upper: z.string() })),
    }),
  ),
  counter: z.object({ total: nullableNumber, AMP: nullableNumber, colorRate: nullableNumber }),
  options: z.object({ DF: nullableText, finisher: nullableText, fax: nullableText }),
  nRecommendedReplaceParts: nullableNumber,
  fwVersions: z.array(z.string()),
  errorCounters: z.object({
    jamDF: nullableNumber,
    jamPrint: nullableNumber,
    jamFinisher: nullableNumber,
    serviceCall: nullableNumber,
    other: nullableNumber,
  } satisfies Record<ErrorCategory, unknown>),
  toner: perColor(nullableNumber),
  /** When the failure predictions were computed; null before the first time. */
  predictedAt: z.optional(z.nullable(instant)),
  /**
   * Of how many of the nine components the device sends what a prediction needs; left out before the first
   * judgement.
   */
  judgedComponents: z.optional(z.number()),
  /** Left out before the first judgement, and where nothing of the device can be judged. */
  stopRisk: z.optional(stopRisk),
  status: z.optional(z.enum(deviceStatuses)),
  statusReasons: z.optional(z.array(statusReason)),
  customerNumber: z.optional(nullableText),
  customerName: z.optional(nullableText),
  description: z.optional(nullableText),
  dealerNumber: z.optional(nullableText),
  dealerName: z.optional(nullableText),
  counterUnit: z.optional(z.nullable(z.enum(counterUnits))),
  /** Printed pages by kind, when the device distinguishes them. */
  pages: z.optional(z.object({ color: nullableNumber, black: nullableNumber })),
  /** The device prints black only: black is the total, color is not fitted. Left out of others. */
  isMonochrome: z.optional(z.literal(true)),
  /**
   * `counter.total` continued over counter breaks, as in the counter call; left out where nothing has to be
   * added.
   */
  continuedTotal: z.optional(z.object({ total: z.number(), isAssumed: z.boolean() })),
  /** Days of counter history known, and days needed for AMP. */
  history: z.optional(z.object({ days: z.number(), neededDays: z.number() })),
  tonerReadings: z.optional(z.partialRecord(z.enum(tonerColors), tonerReading)),
  /** All other supplies with a life or a room: drums, waste boxes, fusers, staples. */
  supplies: z.optional(
    z.array(
      z.object({
        description: nullableText,
        type: nullableText,
        class: nullableText,
        percent: nullableNumber,
        state: z.enum(['measured', ...valueStates, 'notReported']),
      }),
    ),
  ),
  network: z.optional(z.object({ ipAddress: nullableText, macAddress: nullableText })),
  collector: z.optional(z.nullable(z.object({ name: z.string(), observedAt: instant, receivedAt: instant }))),
  worklist: deviceWorklist,
  visit: deviceVisit,
  /** Of `errorCounters`. */
  ...countedTime,
});
export type DeviceProfile = z.infer<typeof deviceProfile>;

export const readProfile = readOfDeviceInZone('profile', 'Profile of one device', deviceProfile, {
  right: 'readDetails',
});

/** The 14 versions; null for a component the device does not have or does not report (OQ-70). */
export const readFirmware = readOfDevice(
  'firmware',
  'Firmware versions of one device',
  z.object({
    system: nullableText,
    OS: nullableText,
    engine: nullableText,
    scan: nullableText,
    NIC: nullableText,
    DF: nullableText,
    finisher: nullableText,
    holePunch: nullableText,
    fax1: nullableText,
    fax2: nullableText,
    HDD: nullableText,
    PFC: nullableText,
    feed: nullableText,
    LED: nullableText,
  } satisfies Record<FirmwareField, unknown>),
  { tokenScope: 'devices.read' },
);

const nicAnswer = z.object({
  ipAddress: nullableText,
  subnetMask: nullableText,
  defaultGateway: nullableText,
  primaryDns: nullableText,
  secondaryDns: nullableText,
  smtpServer: nullableText,
  macAddress: nullableText,
} satisfies Record<NicField, unknown>);
export type NicAnswer = z.infer<typeof nicAnswer>;

/** The two interfaces; null for one the device does not have. */
export const readNetworkInformation = readOfDevice(
  'networkInformation',
  'Network interfaces of one device',
  z.object({ nic_1st: z.nullable(nicAnswer), nic_2nd: z.nullable(nicAnswer) }),
);

/**
 * Addition: where the shown values of a device came from. Keys are paths as in the answers of the other
 * calls: `counter.total`, `counter.colorRate`, `toner.black`, `firmware.system`, `network.nic_1st.ipAddress`,
 * `options.DF`, `identity.serial`, …
 */
export const readEvidence = readOfDeviceInZone(
  'evidence',
  'Source, raw value and rule of each value shown for one device',
  z.object({
    evidence: z.record(
      z.string(),
      z.object({
        ...evidence.shape,
        /** When the device was read, and when the server had it; null where that is not kept. */
        observedAt: instant,
        receivedAt: z.nullable(instant),
        collector: z.nullable(z.string()),
        /**
         * Of a calculated figure: the key of its inputs in `figures`; left out where that is the key of this
         * entry.
         */
        figure: z.optional(z.string()),
      }),
    ),
    /**
     * What figures were calculated from, and the readings of the last 90 days that they rest on. Several
     * values may share one entry.
     */
    figures: z.optional(z.record(z.string(), z.object({ inputs: figureInputs, readings: z.optional(figureReadings) }))),
  }),
  { right: 'readDetails' },
);
export type EvidenceAnswer = z.infer<typeof readEvidence.answer>;
export type EvidenceEntry = EvidenceAnswer['evidence'][string];
export type Figures = NonNullable<EvidenceAnswer['figures']>;
