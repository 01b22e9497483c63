import type { detectedErrorNames } from '@platen/contract/report-sections';
import { fromAlerts } from './alerts.ts';
import { fromDetectedErrors } from './detected-errors.ts';
import type { Finding } from './finding.ts';

type DetectedError = (typeof detectedErrorNames)[number];

/**
 * IPP's state reasons (RFC 8011 section 5.4.12, PWG 5100.9) that say the same as a bit of
 * hrPrinterDetectedErrorState.
 */
const bits: Readonly<Record<string, DetectedError>> = {
  'media-jam': 'jammed',
  'media-low': 'lowPaper',
  'media-empty': 'noPaper',
  'media-needed': 'noPaper',
  'cover-open': 'doorOpen',
  'door-open': 'doorOpen',
  'interlock-open': 'doorOpen',
  'input-media-supply-low': 'lowPaper',
  'input-media-supply-empty': 'noPaper',
  'input-manual-input-request': 'noPaper',
  'input-media-tray-missing': 'inputTrayMissing',
  'toner-low': 'lowToner',
  'toner-empty': 'noToner',
  'marker-supply-low': 'lowToner',
  'marker-supply-empty': 'noToner',
  'marker-ink-almost-empty': 'lowToner',
  'marker-ink-empty': 'noToner',
  'marker-toner-almost-empty': 'lowToner',
  'marker-toner-empty': 'noToner',
  'marker-print-ribbon-almost-empty': 'lowToner',
  'marker-print-ribbon-empty': 'noToner',
  'marker-toner-missing': 'markerSupplyMissing',
  'marker-supply-missing': 'markerSupplyMissing',
  'marker-toner-cartridge-missing': 'markerSupplyMissing',
  'input-tray-missing': 'inputTrayMissing',
  'output-tray-missing': 'outputTrayMissing',
  'output-media-tray-missing': 'outputTrayMissing',
  'output-media-tray-almost-full': 'outputNearFull',
  'output-media-tray-full': 'outputFull',
  'output-area-almost-full': 'outputNearFull',
  'output-area-full': 'outputFull',
  paused: 'offline',
};

/** Those that a bit does not say, by the number of the prtAlertCode that PWG 5100.9 pairs them with. */
const alertCodes: Readonly<Record<string, number>> = {
  'marker-waste-almost-full': 1107,
  'marker-waste-full': 1109,
  'marker-waste-toner-receptacle-almost-full': 1107,
  'marker-waste-ink-receptacle-almost-full': 1108,
  'marker-waste-toner-receptacle-full': 1109,
  'marker-waste-ink-receptacle-full': 1110,
  'opc-near-eol': 1111,
  'opc-life-over': 1112,
  'developer-low': 1113,
  'developer-empty': 1114,
  'marker-opc-life-almost-over': 1111,
  'marker-opc-life-over': 1112,
  'marker-developer-almost-empty': 1113,
  'marker-developer-empty': 1114,
  'fuser-under-temp': 1001,
  'fuser-over-temp': 1002,
  'marker-fuser-timing-failure': 1003,
  'marker-fuser-thermistor-failure': 1004,
  'input-tray-elevation-failure': 812,
  'input-tray-position-failure': 811,
  'subunit-recoverable-failure': 29,
  'subunit-unrecoverable-failure': 30,
  'subunit-motor-failure': 33,
  'subunit-over-temperature': 36,
  'subunit-thermistor-failure': 38,
};
const critical = 3;
const warning = 4;

/**
 * A finding for each state reason that asks for action. `-report` is a condition that stops nothing;
 * `-warning` and `-error` (also meant where no suffix stands) are the severity the printer gives it. Reasons
 * of no list are not judged.
 */
export function fromStateReasons(reasons: readonly string[]): Finding[] {
  return reasons.flatMap((reason) => {
    const [, stem = reason, suffix] = /^(.*)-(report|warning|error)$/.exec(reason) ?? [];
    if (suffix === 'report') return [];
    const bit = Object.hasOwn(bits, stem) ? bits[stem] : undefined;
    if (bit !== undefined) return fromDetectedErrors([bit]);
    const code = Object.hasOwn(alertCodes, stem) ? alertCodes[stem] : undefined;
    return code === undefined
      ? []
      : fromAlerts([{ index: stem, code, severity: suffix === 'warning' ? warning : critical }]);
  });
}
