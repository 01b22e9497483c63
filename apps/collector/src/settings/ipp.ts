import * as z from 'zod/mini';

/** `false`: no IPP. `true`: on its own port, beside devices at SNMP's own port. With a port: there, beside every device. */
export const ipp = z.union([z.boolean(), z.strictObject({ port: z.int().check(z.minimum(1), z.maximum(65_535)) })]);

export interface IppSettings {
  port: number;
  /**
   * Whether devices are asked too whose SNMP port is not 161. Such an address is mostly that of a router that forwards to several:
   * the IPP port there would be another's.
   */
  besideEveryPort: boolean;
}

/** RFC 8010 section 4: port 631. On where nothing is said. */
export function toIpp(given: z.infer<typeof ipp> | undefined): IppSettings | undefined {
  if (given === false) return undefined;
  return given === undefined || given === true
    ? { port: 631, besideEveryPort: false }
    : { port: given.port, besideEveryPort: true };
}
