import type { Change } from '../../store/audit.ts';
import type { Section, Sections } from './merge-sections.ts';
import type { KeptDevice } from './store.ts';
import type { DeviceValues } from './to-device-row.ts';
import type { SaidSection } from './to-said.ts';

type Numbers = Pick<DeviceValues, 'dealer_number' | 'customer_number'>;

const isSame = (one: Numbers, other: Numbers): boolean =>
  one.dealer_number === other.dealer_number && one.customer_number === other.customer_number;

/** The collector that a device belongs to while it has no numbers: the one that registered it, or that took its numbers away. */
export function decideOwner(
  before: (Numbers & { owner_id: string | null }) | undefined,
  after: Numbers,
  collectorId: string,
) {
  if (before === undefined) return collectorId;
  const isBare = after.dealer_number === null && after.customer_number === null;
  return isBare && !isSame(before, after) ? collectorId : before.owner_id;
}

/** The audit entry for a known device that reports another dealer or customer; undefined where both stay. */
export function toMove(before: KeptDevice, after: Numbers, collectorId: string): Change | undefined {
  if (isSame(before, after)) return undefined;
  const toDetail = (numbers: Numbers) => ({
    dealerNumber: numbers.dealer_number,
    customerNumber: numbers.customer_number,
  });
  return {
    actor: `collector:${collectorId}`,
    action: 'device.moved',
    subject: `device:${before.device_id}`,
    detail: { from: toDetail(before), to: toDetail(after) },
  };
}

/**
 * The site of a device that never named one, from the scope of its collector. Of the earliest possible time, so that any site that
 * a report names replaces it, in whatever order reports come.
 */
export function toHomeSection(home: SaidSection, sections: Sections, receivedAt: Date): Section {
  const sourceName = sections.get('source')?.sourceName ?? '';
  const { body, text, digest } = home;
  return { observedAt: new Date(0), receivedAt, sourceName, body, text, digest };
}
