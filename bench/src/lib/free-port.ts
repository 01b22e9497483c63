import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A TCP port that nothing listens on, for a server that starts a moment later. Not one that the system
 * chooses (32768 and above on Linux): by then it may have given that one to a connection or to another test.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port found from 15000 to 31999');
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
