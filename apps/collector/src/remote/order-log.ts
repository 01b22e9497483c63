import * as z from 'zod/mini';
import { readJson, writeWhole } from '../platform/data-files.ts';

const order = z.object({
  at: z.iso.datetime(),
  kind: z.string(),
  addresses: z.array(z.string()),
  by: z.string(),
  reason: z.string(),
  state: z.enum(['done', 'failed', 'refused']),
});
export type LoggedOrder = z.infer<typeof order>;
const orderFile = z.object({ format: z.literal(1), orders: z.array(order) });

export const orderLogFileName = 'orders.json';
const mostOrders = 200;

/** What people asked this collector to do, the newest last (CF-31). */
export async function readOrderLog(path: string): Promise<LoggedOrder[]> {
  const parsed = orderFile.safeParse(await readJson(path));
  return parsed.success ? parsed.data.orders : [];
}

export async function addToOrderLog(path: string, added: LoggedOrder): Promise<void> {
  const orders = [...(await readOrderLog(path)), added].slice(-mostOrders);
  await writeWhole(path, JSON.stringify({ format: 1, orders }));
}
