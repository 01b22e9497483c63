import type { DeviceReport } from '@platen/contract/report';
import { linkStates } from '@platen/contract/report-sections';
import type { Reading } from '@platen/contract/values';
import { defaultRoutes, scalars, suffixUnder } from '../../snmp/objects.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { type RawObject, toRows, toScalar } from '../raw-table.ts';
import { toEvidence, toNumber, toText, toTextReading } from '../readings.ts';

type Network = NonNullable<DeviceReport['network']>;
const interfaceLimit = 16;

interface MacAddress {
  interfaceIndex: string;
  /** `AA:BB:CC:DD:EE:FF` */
  value: string;
  object: RawObject;
  use: InterfaceUse;
}

/**
 * Hardware addresses by interface: six octets, neither all zero nor a group address. Those of loopbacks are
 * left out.
 */
function toMacAddresses(raw: RawReading): MacAddress[] {
  const found: MacAddress[] = [];
  for (const row of toRows(raw, 'interfaces') ?? []) {
    const object = row.objects.ifPhysAddress;
    if (object?.value.type !== 'octets' || object.value.bytes.length !== 6) continue;
    const { bytes } = object.value;
    if (bytes.every((byte) => byte === 0) || ((bytes[0] ?? 0) & 0x01) === 1) continue;
    const use = toInterfaceUse(row.objects);
    if (use === 'loopback') continue;
    const value = [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
    found.push({ interfaceIndex: row.index, value, object, use });
  }
  return found;
}

/**
 * The addresses that identify the device: those of interfaces in use before those that are down, so that a
 * device that changes from cable to radio stays one device. Addresses of USB and virtual interfaces, and
 * locally administered ones (bridges, Wi-Fi Direct), can be the same in every device of a model; they count
 * only if there is no other.
 */
export function toIdentityMacs(raw: RawReading): string[] {
  const all = toMacAddresses(raw);
  const ranked = [...all.filter(({ use }) => use === 'up'), ...all.filter(({ use }) => use === 'down')];
  const physical = toUnique(ranked);
  const universal = physical.filter(isUniversal);
  const other = [universal, physical, toUnique(all).filter(isUniversal), toUnique(all)];
  return (other.find((macs) => macs.length > 0) ?? []).slice(0, interfaceLimit);
}

const toUnique = (macs: readonly MacAddress[]): string[] => [...new Set(macs.map(({ value }) => value))];
const isUniversal = (mac: string): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 0x02) === 0;

/**
 * Interfaces with an IPv4 address, else the hardware addresses alone; undefined if the device reports
 * neither. If at least one interface is in use, the others (down, USB, virtual) are left out.
 */
export function toNetwork(raw: RawReading): Network | undefined {
  if (!raw.complete.has('addresses')) return undefined;
  const macs = toMacAddresses(raw);
  const macOf = (index: string | undefined): Reading<string> | undefined => {
    const mac = macs.find((item) => item.interfaceIndex === index);
    return mac && { state: 'measured', value: mac.value, evidence: toEvidence(mac.object, 'macAddress') };
  };
  const route = toDefaultRoute(raw);
  const uses = new Map((toRows(raw, 'interfaces') ?? []).map((row) => [row.index, toInterfaceUse(row.objects)]));
  const addressed = (toRows(raw, 'addresses') ?? []).filter((row) => isHostAddress(row.index));
  const useOf = ({ objects }: (typeof addressed)[number]): InterfaceUse =>
    uses.get(String(toNumber(objects.ipAdEntIfIndex) ?? '')) ?? 'up';
  const inUse = addressed.filter((row) => useOf(row) === 'up');
  const usable = inUse.length > 0 ? inUse : addressed.filter((row) => useOf(row) !== 'loopback');
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
    const shown = toIdentityMacs(raw);
    const isInUse = (mac: string): boolean => macs.some(({ value, use }) => value === mac && use === 'up');
    for (const mac of shown.some(isInUse) ? shown.filter(isInUse) : shown) {
      const known = macOf(macs.find((item) => item.value === mac)?.interfaceIndex);
      if (known !== undefined) interfaces.push({ macAddress: known });
    }
  }
  const hostName = toTextReading(toScalar(raw, 'sysName', scalars.sysName));
  if (interfaces.length === 0 && hostName === undefined) return undefined;
  const links = toLinks(raw);
  return {
    interfaces: interfaces.slice(0, interfaceLimit),
    ...(hostName === undefined ? {} : { hostName }),
    ...(links.length === 0 ? {} : { links }),
  };
}

/** The state of each network connection by ifOperStatus; loopback and virtual ones are none. */
function toLinks(raw: RawReading): NonNullable<Network['links']> {
  return (toRows(raw, 'interfaces') ?? [])
    .filter(({ objects }) => ['up', 'down'].includes(toInterfaceUse(objects)))
    .flatMap(({ index, objects }) => {
      const operStatus = linkStates[(toNumber(objects.ifOperStatus) ?? 0) - 1];
      return operStatus === undefined ? [] : { name: toText(objects.ifDescr, 256)?.trim() || index, operStatus };
    })
    .slice(0, interfaceLimit);
}

function toDefaultRoute(raw: RawReading): { value: string; object: RawObject } | undefined {
  for (const [oid, value] of raw.values)
    for (const [position, prefix] of defaultRoutes.entries())
      if (suffixUnder(prefix, oid) !== undefined && value.type === 'ipAddress' && isHostAddress(value.value)) {
        const name = position === 0 ? 'ipRouteNextHop.0.0.0.0' : 'ipCidrRouteNextHop.0.0.0.0';
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

/**
 * The use of an interface for the network through which the printer is reached. `up` also if the device does
 * not report its state.
 */
type InterfaceUse = 'up' | 'down' | 'virtual' | 'loopback';

/** IANAifType-MIB: softwareLoopback. */
const loopback = 24;
/** IANAifType-MIB: ppp, slip, propVirtual, tunnel, l2vlan, l3ipvlan, usb, bridge. */
const virtual = new Set([23, 28, 53, 131, 135, 136, 160, 209]);
/** Names of interfaces whose agent reports the type of a cable, as Linux and the makers write them. */
const loopbackNames = /^(lo\d*|software ?loop ?back|loop ?back)\b/i;
const virtualNames = /^(usb|rndis|p2p|uap|ppp|sit|tunl|tun|tap|dummy|docker|veth|virbr|br-)|wi-?fi ?direct|wifiUAP/i;

const up = 1;
const adminDown = new Set([2, 3]);
/**
 * RFC 2863 ifOperStatus: down, notPresent, lowerLayerDown. Dormant and unknown ones may have the address that
 * answered us.
 */
const operDown = new Set([2, 6, 7]);

interface InterfaceObjects {
  ifDescr?: RawObject;
  ifType?: RawObject;
  ifAdminStatus?: RawObject;
  ifOperStatus?: RawObject;
}

/** By type, name and state of a row of ifTable (RFC 2863). */
function toInterfaceUse({ ifDescr, ifType, ifAdminStatus, ifOperStatus }: InterfaceObjects): InterfaceUse {
  const type = toNumber(ifType);
  const name = toText(ifDescr)?.trim() ?? '';
  if (type === loopback || loopbackNames.test(name)) return 'loopback';
  if ((type !== undefined && virtual.has(type)) || virtualNames.test(name)) return 'virtual';
  const admin = toNumber(ifAdminStatus) ?? up;
  const oper = toNumber(ifOperStatus) ?? up;
  return adminDown.has(admin) || operDown.has(oper) ? 'down' : 'up';
}
