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
