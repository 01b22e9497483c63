import ipaddr from 'ipaddr.js';

type Address = InstanceType<typeof ipaddr.IPv4> | InstanceType<typeof ipaddr.IPv6>;

/** Destinations that messages may go to although they are private (DE-29). */
export interface AllowedDestinations {
  /** Lower case, without a dot at the end. */
  readonly hosts: ReadonlySet<string>;
  readonly networks: readonly (readonly [Address, number])[];
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * Host names, addresses and networks (`erp.office.example, 10.2.0.0/16, fd12::/16`) separated by commas.
 * Throws for anything else, also for an address in a short or octal form.
 */
export function allowedDestinations(text: string): AllowedDestinations {
  const hosts = new Set<string>();
  const networks: (readonly [Address, number])[] = [];
  for (const item of text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')) {
    const network = readNetwork(item);
    if (network !== undefined) networks.push(network);
    else if (hostName.test(item) && !/(^|\.)(\d+|0x[\da-f]*)$/.test(item)) hosts.add(item);
    else
      throw new Error(`expected host names, addresses or networks like 10.2.0.0/16 separated by commas, got '${item}'`);
  }
  return { hosts, networks };
}

function readNetwork(item: string): readonly [Address, number] | undefined {
  const [address = '', prefix] = item.split('/', 2);
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isAddress || (prefix !== undefined && !ipaddr.isValidCIDR(item))) return undefined;
  if (prefix !== undefined) return ipaddr.parseCIDR(item);
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
