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
  item: 'Item',
  nic_1st: '1st network interface',
  nic_2nd: '2nd network interface',
  value: 'Value',
} as const;
