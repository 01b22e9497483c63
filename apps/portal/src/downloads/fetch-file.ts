import { requestTimeoutMs } from '@platen/contract/constants';
import { type ExportFormat, exportTypes } from '@platen/contract/export';
import { toCount } from '../api/client.ts';
import { ApiFailure, toSilence } from '../platform/failure.ts';

/** Progress of a file. Rows are counted where the format allows it; of a compressed one only the bytes. */
export interface FileProgress {
  readonly total: number | undefined;
  readonly rows: number | undefined;
  readonly bytes: number;
}

export interface FetchedFile {
  readonly content: Blob;
  readonly total: number;
}

/** Sends the call of the file; `timeout` ends it when the file stands still. */
export type AskForFile = (format: ExportFormat, signal: AbortSignal, timeout: AbortSignal) => Promise<Response>;

const lineEnd = 10;

/**
 * Fetches a file of all rows of a list. The time-out covers the wait for the file and for each piece
 * of it, not the whole: a long file may take long, a stalled one fails. A file that ends early throws like a
 * failed call.
 */
export async function fetchFile(
  format: ExportFormat,
  ask: AskForFile,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void,
): Promise<FetchedFile> {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => stalled.abort(new DOMException('the file stands still', 'TimeoutError')),
      requestTimeoutMs,
    );
  };
  watch();
  try {
    const response = await ask(format, signal, stalled.signal);
    const total = toCount(response.headers.get('total-count'));
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    let lines = 0;
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      watch();
      parts.push(next.value);
      bytes += next.value.length;
      if (format === 'csv') lines += countLines(next.value);
      // A description may hold line ends, so the count of lines is capped.
      const rows = format === 'csv' ? Math.min(Math.max(0, lines - 1), total ?? lines) : undefined;
      onProgress({ total, rows, bytes });
    }
    return { content: new Blob(parts, { type: exportTypes[format] }), total: total ?? Math.max(0, lines - 1) };
  } catch (thrown) {
    if (signal.aborted || thrown instanceof ApiFailure) throw thrown;
    throw new ApiFailure(toSilence(thrown), { cause: thrown });
  } finally {
    clearTimeout(timer);
  }
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === lineEnd) count += 1;
  return count;
}
