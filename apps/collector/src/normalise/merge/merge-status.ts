import type { DeviceReport } from '@platen/contract/report';
import type { Evidence } from '@platen/contract/values';

type Status = NonNullable<DeviceReport['status']>;

/**
 * The state field by field from the first layer that says it, with that layer's evidence. The fields answer different questions
 * (`hrPrinterStatus`, `printerState`), so that they stand beside each other; diagnosis takes the gravest.
 * Alerts are one table told by several: the first layer that holds any speaks for all.
 */
export function mergeStatus(said: readonly Status[]): Status | undefined {
  if (said.length === 0) return undefined;
  const fields: Status = {};
  const evidence: Record<string, Evidence> = {};
  // From the last to the first, so that the first in precedence writes over the others.
  for (const { evidence: own = {}, ...layer } of said.toReversed()) {
    for (const [name, value] of Object.entries(layer)) {
      if (value === undefined) continue;
      Object.assign(fields, { [name]: value });
      Reflect.deleteProperty(evidence, name);
    }
    Object.assign(evidence, own);
  }
  const alerts = said.find((layer) => (layer.alerts?.length ?? 0) > 0)?.alerts ?? fields.alerts;
  return {
    ...fields,
    ...(alerts === undefined ? {} : { alerts }),
    ...(Object.keys(evidence).length === 0 ? {} : { evidence }),
  };
}
