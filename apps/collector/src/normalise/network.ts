import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import { defaultRoutes, scalars } from '../snmp/objects.ts';
import { suffixUnder } from '../snmp/oid.ts';
import type { RawReading } from '../snmp/read-raw.ts';
import { toEvidence } from './evidence.ts';
import { type RawObject, toRows, toScalar } from './raw-table.ts';
import { toNumber, toTextReading } from './readings.ts';

type Network = NonNullable<DeviceReport['network']>;
const interfaceLimit = 16;

/** IANAifType softwareLoopback. */
const loopback = 24;

interface MacAddress {
  interfaceIndex: string;
  /** `AA:BB:CC:DD:EE:FF` */
  value: string;
  object: RawObject;
}

/**
 * Hardware addresses by interface: six octets, neither all zero nor a group address, each once.
 * Locally administered ones (bridges, Wi-Fi Direct) can be the same in every device of a model; they count only when there is no other.
 */
function toMacAddresses(raw: RawReading): MacAddress[] {
  const found: MacAddress[] = [];
  for (const row of toRows(raw, 'interfaces') ?? []) {
    const object = row.objects.ifPhysAddress;
    if (object?.value.type !== 'octets' || object.value.bytes.length !== 6) continue;
    const { bytes } = object.value;
    if (bytes.every((byte) => byte === 0) || ((bytes[0] ?? 0) & 0x01) === 1) continue;
    if (toNumber(row.objects.ifType) === loopback) continue;
    const value = [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
    found.push({ interfaceIndex: row.index, value, object });
  }
  return found;
}

/** The addresses to know the device by, in interface order. */
export function toIdentityMacs(raw: RawReading): string[] {
  const all = [...new Set(toMacAddresses(raw).map((mac) => mac.value))];
  const universal = all.filter((mac) => (Number.parseInt(mac.slice(0, 2), 16) & 0x02) === 0);
  return (universal.length > 0 ? universal : all).slice(0, interfaceLimit);
}

/** Interfaces with an IPv4 address, and failing those the hardware addresses alone; undefined when the device tells neither. */
export function toNetwork(raw: RawReading): Network | undefined {
  if (!raw.complete.has('addresses')) return undefined;
  const macs = toMacAddresses(raw);
  const macOf = (index: string | undefined): Reading<string> | undefined => {
    const mac = macs.find((item) => item.interfaceIndex === index);
    return mac && { state: 'measured', value: mac.value, evidence: toEvidence(mac.object, 'macAddress') };
  };
  const route = toDefaultRoute(raw);
  const usable = (toRows(raw, 'addresses') ?? []).filter((row) => isHostAddress(row.index));
  const interfaces = usable.map((row): Network['interfaces'][number] => {
    const { ipAdEntIfIndex, ipAdEntNetMask } = row.objects;
    const first = ipAdEntIfIndex ?? ipAdEntNetMask;
    const mask = ipAdEntNetMask?.value.type === 'ipAddress' ? ipAdEntNetMask : undefined;
    const maskText = mask?.value.type === 'ipAddress' ? mask.value.value : undefined;
    const isRouted = route !== undefined && (usable.length === 1 || isSameNet(row.index, route.value, maskText));
    const macAddress = macOf(ipAdEntIfIndex === undefined ? undefined : String(toNumber(ipAdEntIfIndex)));
    return {
      // The address is the index of the row (RFC 1213: ipAddrTable).
      ipAddress: {
        state: 'measured',
        value: row.index,
        ...(first === undefined ? {} : { evidence: toEvidence(first, 'derived') }),
      },
      ...(mask === undefined || maskText === undefined
        ? {}
        : { subnetMask: { state: 'measured', value: maskText, evidence: toEvidence(mask, 'asReported') } }),
      ...(isRouted
        ? {
            defaultGateway: { state: 'measured', value: route.value, evidence: toEvidence(route.object, 'asReported') },
          }
        : {}),
      ...(macAddress === undefined ? {} : { macAddress }),
    };
  });
  if (interfaces.length === 0) {
    for (const mac of toIdentityMacs(raw)) {
      const known = macOf(macs.find((item) => item.value === mac)?.interfaceIndex);
      if (known !== undefined) interfaces.push({ macAddress: known });
    }
  }
  const hostName = toTextReading(toScalar(raw, 'sysName', scalars.sysName));
  if (interfaces.length === 0 && hostName === undefined) return undefined;
  return { interfaces: interfaces.slice(0, interfaceLimit), ...(hostName === undefined ? {} : { hostName }) };
}

function toDefaultRoute(raw: RawReading): { value: string; object: RawObject } | undefined {
  for (const [oid, value] of raw.values)
    for (const [place, prefix] of defaultRoutes.entries())
      if (suffixUnder(prefix, oid) !== undefined && value.type === 'ipAddress' && isHostAddress(value.value)) {
        const name = place === 0 ? 'ipRouteNextHop.0.0.0.0' : 'ipCidrRouteNextHop.0.0.0.0';
        return { value: value.value, object: { oid, name, value } };
      }
  return undefined;
}

function isHostAddress(text: string): boolean {
  const octets = text.split('.').map(Number);
  const [first = 0] = octets;
  return octets.length === 4 && octets.every((octet) => octet <= 255) && first !== 0 && first !== 127 && first < 224;
}

function isSameNet(a: string, b: string, mask: string | undefined): boolean {
  if (mask === undefined) return false;
  const [left, right, bits] = [a, b, mask].map((text) => text.split('.').map(Number));
  return bits?.every((octet, i) => ((left?.[i] ?? 0) & octet) === ((right?.[i] ?? 0) & octet)) ?? false;
}
