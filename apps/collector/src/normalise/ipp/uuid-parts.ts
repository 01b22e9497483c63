/** What the UUID of a printer says of it, beside being its name. */
export interface UuidParts {
  mac?: string;
  serial?: string;
}

/**
 * The hardware address in a UUID, as `AA:BB:CC:DD:EE:FF`: its last six octets, but only where that is what they are. In a UUID of
 * version 1 (RFC 9562 section 5.1) they are, as long as they are universally administered and of one device: a group bit marks a random
 * node, and a local address may be the same in every device of a model. In other versions they are random or a digest, except in
 * printers whose own name ends with the last of them (`NPIC1C9BC`). HP's LaserJets fill the ten octets before with the serial number in ASCII.
 */
export function readUuid(uuid: string, printerName: string): UuidParts {
  const match =
    /^(?:urn:uuid:)?([0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-([0-9a-f])[0-9a-f]{3})-([0-9a-f]{12})$/i.exec(
      uuid.trim(),
    );
  const [, head = '', version = '', variant = '', tail = ''] = match ?? [];
  const node = tail.toUpperCase();
  if (node === '' || (Number.parseInt(node.slice(0, 2), 16) & 0x03) !== 0 || /^0+$/.test(node)) return {};
  const mac = node.match(/../g)?.join(':') ?? '';
  if (version === '1' && /[89ab]/i.test(variant)) return { mac };
  if (!/^(NPI|HP)/i.test(printerName) || !printerName.toUpperCase().endsWith(node.slice(-6))) return {};
  const serial = Buffer.from(head.replaceAll('-', ''), 'hex').toString('latin1');
  return /^[A-Z][0-9A-Z]{9}$/.test(serial) ? { mac, serial } : { mac };
}
