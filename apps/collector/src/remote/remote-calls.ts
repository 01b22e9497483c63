import { fetchSettings, sendEffective } from '@platen/contract/remote-settings';
import { callServer, readAnswer } from '../delivery/call-server.ts';
import type { Destination } from '../delivery/post.ts';
import type { Composed } from './compose.ts';
import type { StoredSettings } from './remote-file.ts';

/** Fetches the wanted settings. Throws what the network does, and for an answer of another form. */
export async function fetchWanted(destination: Destination, signal: AbortSignal): Promise<StoredSettings> {
  const { method, path, answer } = fetchSettings;
  const received = await callServer(destination, { method, path, signal, answerLimit: 4 * 1024 * 1024 });
  const parsed = answer.safeParse(readAnswer(received));
  if (!parsed.success) throw new Error('the answer of the server is not in its form');
  return parsed.data;
}

/** Sends the settings in force. Throws what the network does. */
export async function sendEffectiveSettings(
  destination: Destination,
  { effective }: Composed,
  signal: AbortSignal,
): Promise<void> {
  const { method, path } = sendEffective;
  readAnswer(await callServer(destination, { method, path, body: JSON.stringify(effective), signal }));
}
