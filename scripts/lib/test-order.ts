import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Files that mostly wait, for processes that they start and kill or for devices that do not answer, the
 * longest of each project first. Vitest goes by size where it does not know durations, as in a fresh clone,
 * and these were among its last.
 */
export const longFiles: readonly string[] = [
  'apps/collector/src/collect/managed.test.ts',
  'apps/collector/src/collect/standing.test.ts',
  'apps/collector/src/read/read-device.test.ts',
  'apps/collector/src/cli.test.ts',
  'apps/collector/src/collect/faults.test.ts',
  'apps/collector/src/outbox/outbox.test.ts',
  'apps/server/test/three-servers.test.ts',
  'apps/server/test/two-versions.test.ts',
  'apps/server/test/sending-killed.test.ts',
  'apps/server/test/closing-killed.test.ts',
  'apps/server/test/backup.test.ts',
  'apps/server/test/people-probes.test.ts',
  'apps/server/test/pgbouncer.test.ts',
  'apps/server/src/visibility.test.ts',
  'apps/server/src/features/ingest/order.test.ts',
  'apps/server/test/worklist-killed.test.ts',
  'apps/server/test/migrate-killed.test.ts',
  'apps/server/src/features/exports/exports.test.ts',
  'apps/server/test/stream-storing.test.ts',
  'apps/server/test/judging.test.ts',
  'apps/server/test/delivery-killed.test.ts',
  'apps/server/test/stream-killed.test.ts',
  'e2e/start.test.ts',
  'e2e/collector-remote.test.ts',
  'e2e/worklist.test.ts',
  'bench/test/faults.test.ts',
  'bench/test/attacks.test.ts',
  'e2e/messages.test.ts',
  'e2e/journeys.test.ts',
  'e2e/layout-shift.test.ts',
  'e2e/roles.test.ts',
  'e2e/sign-in.test.ts',
];

/** Starts the long files of each project first, so that no core is idle while the last one runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ordered = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longFiles.indexOf(relative(root, moduleId));
      return index === -1 ? longFiles.length : index;
    };
    const order = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return ordered.toSorted((a, b) => order(a) - order(b) || rank(a) - rank(b));
  }
}
