import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface FleetProcess {
  pid: number;
  ports: readonly number[];
  /** Objects of each kind of device. */
  objects: readonly number[];
  /** Requests answered so far. */
  readAnswered(): Promise<number>;
  stop(): void;
}

/** Starts `count` agents in a process of their own. */
export async function startFleet(count: number, files: readonly string[]): Promise<FleetProcess> {
  const child = fork(fileURLToPath(new URL('./agents.js', import.meta.url)), [String(count), ...files]);
  const next = async (name: string): Promise<unknown> => {
    const [message]: unknown[] = await once(child, 'message');
    return typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
  };
  const [started]: unknown[] = await once(child, 'message');
  const numbers = (name: string): number[] => {
    const list: unknown = typeof started === 'object' && started !== null ? Reflect.get(started, name) : undefined;
    return Array.isArray(list) ? list.map(Number) : [];
  };
  return {
    pid: child.pid ?? 0,
    ports: numbers('ports'),
    objects: numbers('objects'),
    readAnswered: async () => {
      const answer = next('answered');
      child.send('count');
      return Number(await answer);
    },
    stop: () => child.disconnect(),
  };
}
