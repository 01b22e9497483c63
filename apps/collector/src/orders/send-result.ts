import { sendCommandResult } from '@platen/contract/collector-commands';
import { callServer } from '../delivery/call-server.ts';
import type { Destination } from '../delivery/post.ts';
import type { OrderResult } from './orders.ts';

/** Sends what came of an order. Throws what the network does; one that the server no longer wants is done. */
export async function sendOrderResult(
  destination: Destination,
  result: OrderResult,
  signal: AbortSignal,
): Promise<void> {
  const { method, path } = sendCommandResult;
  const text = Buffer.from(result.text.replaceAll('\0', ''), 'utf8').toString('utf8');
  const { status } = await callServer(destination, { method, path, body: JSON.stringify({ ...result, text }), signal });
  if (status >= 500 || status === 429 || status === 401 || status === 403)
    throw new Error(`the server answers with status ${status}`);
}
