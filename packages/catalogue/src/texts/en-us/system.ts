/** Labels FW-01 to FW-14 by field name. */
export const firmware = {
  component: 'Component',
  fields: {
    system: 'System software',
    OS: 'System (OS)',
    engine: 'Engine',
    scan: 'Scan',
    NIC: 'NIC',
    DF: 'DF',
    finisher: 'Finisher',
    holePunch: 'Hole punch',
    fax1: 'Fax 1',
    fax2: 'Fax 2',
    HDD: 'HDD',
    PFC: 'PFC',
    feed: 'Feed',
    LED: 'LED',
  },
  reported: '{count, number} of {total, number} components reported',
  title: 'Firmware versions',
  version: 'Version',
} as const;

export const network = {
  fields: {
    ipAddress: 'IP address',
    subnetMask: 'Subnet mask',
    defaultGateway: 'Default gateway',
    primaryDns: 'Primary DNS',
    secondaryDns: 'Secondary DNS',
    smtpServer: 'SMTP server',
    macAddress: 'MAC address',
  },
  copied: '{name} copied',
  copy: 'Copy {name}',
  copyFailed: 'The browser did not allow copying.',
  item: 'Item',
  none: 'This device reports no network interface.',
  nic_1st: '1st network interface',
  nic_2nd: '2nd network interface',
  value: 'Value',
} as const;
