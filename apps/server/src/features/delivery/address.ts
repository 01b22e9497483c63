import type { ChannelKind } from '@platen/contract/channel-names';
import { Refusal } from '../../base/errors.ts';
import { findAddressFault } from '../../delivery/ways/channel-address.ts';
import type { AllowedDestinations } from '../../settings/webhook-allow.ts';

/**
 * Refuses 202001 an address that its kind cannot have. Whether a host may be reached is checked at each try
 * (DE-29), as names change where they lead.
 */
export function checkAddress(kind: ChannelKind, address: string, allowed: AllowedDestinations): void {
  const fault = findAddressFault(kind, address, allowed);
  if (fault !== undefined) throw new Refusal(202001, `body.address: ${fault}`);
}

/** What may be shown of an address: of one's own all, but addresses that are secrets never. */
export function maskAddress(kind: ChannelKind, address: string, isOwn: boolean): string {
  if (kind === 'mail') return isOwn ? address : maskMail(address);
  const url = URL.parse(address);
  if (url === null) return '…';
  if (kind === 'webhook') return isOwn ? address : `${url.origin}/…`;
  return `${url.host}/…${address.slice(-4)}`;
}

function maskMail(address: string): string {
  const [name = '', domain = ''] = address.split('@');
  return `${name.slice(0, 1)}•••${name.length > 2 ? name.slice(-1) : ''}@${domain}`;
}

/** Mail addresses within a text of another's log. */
export const maskMails = (text: string): string =>
  text.replaceAll(/[^\s@<>()[\]\\,;:"]{1,64}@[A-Za-z0-9.-]{1,250}/g, (found) => maskMail(found));
