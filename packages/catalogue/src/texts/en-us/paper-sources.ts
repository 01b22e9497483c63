/** Paper sources by name, and the document feeder. */
export const paperSourceNames = {
  ADF: 'Document feeder',
  bypass: 'Bypass',
  CST1: 'Drawer 1',
  CST2: 'Drawer 2',
  CST3: 'Drawer 3',
  CST4: 'Drawer 4',
  LCF: 'LCF',
  TLCF: 'Tandem LCF',
  OLCF: 'External LCF',
  O2LCF: 'Second external LCF',
  SFB: 'Bypass',
  ADU: 'Duplex unit',
} as const;
