import { detectedErrorNames } from '@platen/contract/report-sections';
import type { Finding, Severity } from './finding.ts';

/**
 * What each bit of hrPrinterDetectedErrorState means for who must act (RFC 2790, RFC 3805; OQ-30). A jam and
 * a call for service are errors; all the others are cleared by someone at the device, or at the next visit.
 */
const bits: Readonly<Record<(typeof detectedErrorNames)[number], { severity: Severity; topic: string }>> = {
  lowPaper: { severity: 'warning', topic: 'paper' },
  noPaper: { severity: 'warning', topic: 'paper' },
  lowToner: { severity: 'warning', topic: 'toner' },
  noToner: { severity: 'warning', topic: 'toner' },
  doorOpen: { severity: 'warning', topic: 'cover' },
  jammed: { severity: 'error', topic: 'jam' },
  offline: { severity: 'warning', topic: 'offline' },
  serviceRequested: { severity: 'error', topic: 'service' },
  inputTrayMissing: { severity: 'warning', topic: 'input' },
  outputTrayMissing: { severity: 'warning', topic: 'output' },
  markerSupplyMissing: { severity: 'warning', topic: 'supplyMissing' },
  outputNearFull: { severity: 'warning', topic: 'output' },
  outputFull: { severity: 'warning', topic: 'output' },
  inputTrayEmpty: { severity: 'warning', topic: 'paper' },
  overduePreventMaint: { severity: 'warning', topic: 'maintenance' },
};

/**
 * A finding for each bit with a name. A bit without one (`bit17`) says nothing that may be judged; it stays
 * in the report.
 */
export function fromDetectedErrors(names: readonly string[]): Finding[] {
  return detectedErrorNames
    .filter((name) => names.includes(name))
    .map((name) => ({
      topic: bits[name].topic,
      reason: { source: 'detectedError', code: name, severity: bits[name].severity },
    }));
}
