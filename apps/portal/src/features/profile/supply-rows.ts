import { isFilled } from '@platen/catalogue/supply-phrase';
import type { DeviceProfile } from '@platen/contract/details';

type ProfileSupply = NonNullable<DeviceProfile['supplies']>[number];

export interface SupplyRow {
  readonly key: string;
  /** The device's own name of it; undefined where it gave none. */
  readonly description: string | undefined;
  readonly type: string | undefined;
  /** The only waste box of its kind: named by its type, in the language of the reader, not in the device's words. */
  readonly isNamedByType: boolean;
  /** The level is the room left in it: a waste box at 5% is nearly full (RFC 3805, receptacleThatIsFilled). */
  readonly isRoom: boolean;
  readonly percent: number | null;
  readonly state: ProfileSupply['state'];
  /** How grave the status takes it; undefined when it is no reason of the status. */
  readonly gravity: string | undefined;
}

const clean = (text: string | null): string | undefined =>
  text === null || text.trim() === '' ? undefined : text.trim();

/** The rows of 'Other supplies', in the device's order; two of one name stay two rows. */
export function toSupplyRows({ supplies, statusReasons = [] }: DeviceProfile): SupplyRow[] {
  const reasons = statusReasons.filter(({ source }) => source === 'supply');
  const types = (supplies ?? []).map((supply) => clean(supply.type));
  return (supplies ?? []).map((supply, place) => {
    const type = types[place];
    const description = clean(supply.description);
    const reason = reasons.find(({ code, text }) => code === type && clean(text ?? null) === description);
    return {
      key: String(place),
      description,
      gravity: reason?.severity,
      type,
      isNamedByType: type !== undefined && isFilled(type) && types.filter((other) => other === type).length === 1,
      isRoom:
        supply.class === 'receptacleThatIsFilled' || (supply.class === null && type !== undefined && isFilled(type)),
      percent: supply.percent,
      state: supply.percent === null && supply.state === 'measured' ? 'notReported' : supply.state,
    };
  });
}
