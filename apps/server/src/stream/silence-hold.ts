import type { Log } from '../base/logger.ts';
import type { ReportStream, StreamStanding } from './report-stream.ts';

/**
 * Whether silence of devices can be judged: not while reports that were acknowledged wait in the stream for
 * longer than the limit, nor while it is not known whether they do.
 */
export interface SilenceHold {
  isHeld(): Promise<boolean>;
  /** The last known standing, not older than two seconds; undefined: the stream does not answer. */
  readStanding(): Promise<StreamStanding | undefined>;
}

const reusedMs = 2000;
const repeatLogMs = 10 * 60_000;

export function createSilenceHold(
  stream: Pick<ReportStream, 'readStanding'>,
  { lagSeconds, log, now = Date.now }: { lagSeconds: number; log: Log; now?: () => number },
): SilenceHold {
  let last: { at: number; standing: Promise<StreamStanding | undefined> } | undefined;
  let heldSince: number | undefined;
  let loggedAt = 0;
  const read = (): Promise<StreamStanding | undefined> => {
    const at = now();
    if (last === undefined || at - last.at > reusedMs || at < last.at)
      last = {
        at,
        standing: stream.readStanding().catch(() => undefined),
      };
    return last.standing;
  };
  return {
    readStanding: read,
    async isHeld() {
      const standing = await read();
      const isHeld = standing === undefined || standing.lagSeconds > lagSeconds;
      const at = now();
      if (isHeld && (heldSince === undefined || at - loggedAt > repeatLogMs)) {
        heldSince ??= at;
        loggedAt = at;
        const { lagSeconds: lag, messages } = standing ?? {};
        log.warn({ lagSeconds: lag ?? null, messages: messages ?? null, limit: lagSeconds }, heldText);
      }
      if (!isHeld && heldSince !== undefined) {
        log.info({ heldSeconds: Math.round((at - heldSince) / 1000) }, 'silence of devices is judged again');
        heldSince = undefined;
      }
      return isHeld;
    },
  };
}

const heldText = 'silence of devices is not judged: acknowledged reports wait in the stream, or it does not answer';
