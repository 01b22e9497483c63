import type { RawObject } from './raw-table.ts';
import { toNumber } from './readings.ts';
import { toText } from './text.ts';

/** What an interface is for the network the printer is reached over. `up` also where the device does not report its state. */
export type InterfaceUse = 'up' | 'down' | 'virtual' | 'loopback';

/** IANAifType-MIB: softwareLoopback. */
const loopback = 24;
/** IANAifType-MIB: ppp, slip, propVirtual, tunnel, l2vlan, l3ipvlan, usb, bridge. */
const virtual = new Set([23, 28, 53, 131, 135, 136, 160, 209]);
/** Names of interfaces whose agent gives them the type of a cable, as Linux and the makers write them. */
const loopbackNames = /^(lo\d*|software ?loop ?back|loop ?back)\b/i;
const virtualNames = /^(usb|rndis|p2p|uap|ppp|sit|tunl|tun|tap|dummy|docker|veth|virbr|br-)|wi-?fi ?direct|wifiUAP/i;

const up = 1;
const adminDown = new Set([2, 3]);
/** RFC 2863 ifOperStatus: down, notPresent, lowerLayerDown. Dormant and unknown ones may carry the address we were answered from. */
const operDown = new Set([2, 6, 7]);

interface InterfaceObjects {
  ifDescr?: RawObject;
  ifType?: RawObject;
  ifAdminStatus?: RawObject;
  ifOperStatus?: RawObject;
}

/** By type, name and state of a row of ifTable (RFC 2863). */
export function toInterfaceUse({ ifDescr, ifType, ifAdminStatus, ifOperStatus }: InterfaceObjects): InterfaceUse {
  const type = toNumber(ifType);
  const name = toText(ifDescr)?.trim() ?? '';
  if (type === loopback || loopbackNames.test(name)) return 'loopback';
  if ((type !== undefined && virtual.has(type)) || virtualNames.test(name)) return 'virtual';
  const admin = toNumber(ifAdminStatus) ?? up;
  const oper = toNumber(ifOperStatus) ?? up;
  return adminDown.has(admin) || operDown.has(oper) ? 'down' : 'up';
}
