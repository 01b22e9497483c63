import type { NicField } from '@platen/contract/report-sections';

/** The items of one interface in the order of the network screen (NW-02..NW-08). */
export const networkRows = [
  'ipAddress',
  'subnetMask',
  'defaultGateway',
  'primaryDns',
  'secondaryDns',
  'smtpServer',
  'macAddress',
] as const satisfies readonly NicField[];
