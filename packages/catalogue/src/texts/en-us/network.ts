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
