import { type MakerTable, text } from '../table.ts';

export const pantum: MakerTable = {
  maker: 'Pantum',
  enterprises: [{ number: 40_093, printers: 'all' }],
  source: 'the tree below 40093, as inventory agents read it; the serial lies at one of three places',
  root: '1.3.6.1.4.1.40093',
  objects: [
    { oid: '1.3.6.1.4.1.40093.1.1.1.5', name: 'Pantum serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.40093.6.1.2', name: 'Pantum serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.40093.10.1.1.4', name: 'Pantum serial number', means: text.serial },
  ],
};
