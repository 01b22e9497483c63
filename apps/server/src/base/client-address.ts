import ipaddr from 'ipaddr.js';

/** How much of a client's address a log line shows. */
export const addressForms = ['full', 'truncated', 'none'] as const;
export type AddressForm = (typeof addressForms)[number];

/** Shown for a text that is no address: a proxy may pass on any text. */
const invalid = 'invalid';

/** IPv4 in IPv6 form counts as IPv4. A zone (`fe80::1%eth0`) is left out. */
function parse(text: string): InstanceType<typeof ipaddr.IPv4> | InstanceType<typeof ipaddr.IPv6> | undefined {
  const bare = text.split('%', 1)[0] ?? '';
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined;
}

function toNetwork(text: string, prefix: { ipv4: number; ipv6: number }): string {
  const address = parse(text);
  if (address === undefined) return invalid;
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${prefix.ipv4}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${prefix.ipv6}`).toString();
}

/**
 * What failed calls are counted by: an IPv4 address, or the /64 that one IPv6 customer has to choose
 * addresses from.
 */
export const toRateKey = (address: string): string => toNetwork(address, { ipv4: 32, ipv6: 64 });

/**
 * The address as a log line of an ordinary call shows it: whole, as its network (IPv4 /24, IPv6 /48), or
 * undefined for `none`.
 */
export function toLoggedAddress(address: string, form: AddressForm): string | undefined {
  if (form === 'none') return undefined;
  return form === 'full' ? toNetwork(address, { ipv4: 32, ipv6: 128 }) : toNetwork(address, { ipv4: 24, ipv6: 48 });
}

/** The whole address of a client as a field of a log line; no field if addresses are not logged. */
export function toFullAddress(address: string, form: AddressForm): { ip?: string } {
  const ip = form === 'none' ? undefined : toLoggedAddress(address, 'full');
  return ip === undefined ? {} : { ip };
}
