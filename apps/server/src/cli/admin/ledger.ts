import { verifyChains } from '../../ledger/verify-chain.ts';
import { AdminError, type Command, toTable } from './command.ts';

export const ledgerCommands: readonly Command[] = [
  {
    name: 'ledger verify',
    usage: '',
    summary: 'Walk the chains of the meter ledger and name the first break of each device',
    arguments: [0, 0],
    async run({ db, progress }) {
      const { devices, packs, breaks } = await verifyChains(db, (done) => progress?.(`verified ${done} devices`));
      if (breaks.length > 0) {
        const rows = breaks.map(({ deviceId, serial, month, place, kind }) => [deviceId, serial, month, place, kind]);
        throw new AdminError(
          [
            `${breaks.length} of ${devices} chains are broken; the first break of each:`,
            ...toTable(['DEVICE', 'SERIAL', 'MONTH', 'PACK', 'WHAT'], rows),
          ].join('\n'),
        );
      }
      return { value: { devices, packs, breaks }, lines: [`${packs} packs of ${devices} devices are whole`] };
    },
  },
];
