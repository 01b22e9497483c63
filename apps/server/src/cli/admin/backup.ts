import { backUp } from '../../features/operator/service.ts';
import { restoreBackup } from '../../store/embedded/backup/backup-cluster.ts';
import { AdminError, type Command, type OfflineCommand, UsageError } from './command.ts';

const toMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
const count = (value: number) => value.toLocaleString('en');

export const backupCommand: Command = {
  name: 'backup',
  usage: '<folder>',
  summary: 'Back up the embedded database to a new folder while the server runs; restore brings it back',
  arguments: [1, 1],
  async run({ db, actor, embedded, progress }, { positionals: [target = ''] }) {
    if (embedded === undefined)
      throw new AdminError(
        'PLATEN_DATABASE_URL names a database of its own: back it up with pg_basebackup or pg_dump (docs/operations.md)',
      );
    const made = await backUp(db, actor, {
      ...embedded,
      target,
      progress: (files, total, bytes) =>
        progress?.(`copied ${count(files)} of ${count(total)} files, ${toMegabytes(bytes)}`),
    });
    return {
      value: { folder: target, ...made },
      lines: [
        `backed up ${count(made.files)} files, ${toMegabytes(made.bytes)}, to ${target}`,
        ...(made.checksums
          ? []
          : ['this database was made without checksums, so damaged pages are not noticed (docs/operations.md)']),
      ],
    };
  },
};

export const restoreCommand: OfflineCommand = {
  name: 'restore',
  usage: '<backup> --data <new folder>',
  summary: 'Verify a backup and restore it to a new folder, for a server to start on with PLATEN_DATA',
  arguments: [1, 1],
  options: { data: 'text' },
  async runOffline({ progress }, args) {
    const [backup = ''] = args.positionals;
    const dataDirectory = args.text('data');
    if (dataDirectory === undefined || dataDirectory === '')
      throw new UsageError('say with --data which new folder to restore to');
    const { files, endedAt } = await restoreBackup({
      backup,
      dataDirectory,
      progress: (step, done, total) => progress?.(`${step} ${count(done)} of ${count(total)} files`),
    });
    return {
      value: { folder: dataDirectory, files: files.length, endedAt },
      lines: [
        `restored the backup of ${endedAt} to ${dataDirectory}: start the server with PLATEN_DATA=${dataDirectory}`,
      ],
    };
  },
};
