import { BlockList, isIPv6 } from 'node:net';
import { type RemoteSettings, remoteLimits, type SettingsProblem } from '@platen/contract/remote-settings';
import type { SettingsFile } from '../settings/settings-file.ts';
import { countTargets, TargetError, type TargetSpan, toAddressText, toTargetSpans } from '../settings/targets.ts';

/** What the collector's file allows the portal to have searched (CF-15). */
export interface Allowance {
  readonly addresses: number;
  readonly anywhere: boolean;
}
export const toAllowance = ({ remoteTargets = {} }: Pick<SettingsFile, 'remoteTargets'>): Allowance => ({
  addresses: remoteTargets.addresses ?? remoteLimits.addresses,
  anywhere: remoteTargets.anywhere ?? false,
});

/** RFC 1918, RFC 4193, and link-local ones. Loopback is this machine, and a name may mean any address. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

function isPrivate({ hosts }: TargetSpan): boolean {
  if (hosts.kind === 'name') {
    const [address = ''] = hosts.name.split('%');
    return isIPv6(address) && privateNetworks.check(address, 'ipv6');
  }
  const [first, last] = [toAddressText(hosts.first), toAddressText(hosts.last)];
  return (
    privateNetworks.check(first, 'ipv4') &&
    privateNetworks.check(last, 'ipv4') &&
    // No two private networks are neighbours, so that a span with private ends is private if it is short.
    hosts.last - hosts.first < 2 ** 24
  );
}

/** What the portal may not have searched, entry by entry; empty: all is allowed. */
export function checkRemoteTargets({ sites = [] }: RemoteSettings, allowance: Allowance): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  let sum = 0;
  for (const [i, { targets = [], exclude = [] }] of sites.entries()) {
    for (const [list, texts] of Object.entries({ targets, exclude }))
      for (const [n, text] of texts.entries()) {
        const place = `sites[${i}].${list}[${n}]`;
        try {
          for (const span of toTargetSpans(text)) {
            if (list === 'exclude') continue;
            sum += countTargets(span);
            if (sum > allowance.addresses)
              problems.push({
                place,
                reason: `${text} goes beyond ${allowance.addresses} addresses in all; the local file does not allow it`,
              });
            if (!allowance.anywhere && !isPrivate(span))
              problems.push({
                place,
                reason: `${text} is no private address; the local file does not allow others`,
              });
          }
        } catch (error) {
          if (!(error instanceof TargetError)) throw error;
          problems.push({ place, reason: error.message });
        }
      }
  }
  return problems;
}
