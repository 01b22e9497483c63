import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly name: string;
  readonly chunks: Iterable<string> | AsyncIterable<string>;
}

/** The first day of the format, by the local clock that it shows: the same rows make the same file. */
const mtime = new Date(1980, 0, 1);

/**
 * A ZIP archive as bytes in order, each made on demand; one chunk of an entry is in memory at a time. Fails
 * if an entry fails; an archive that is not read to its end stops reading its entries.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream.pipe(new PassThrough());
  const fail = (error: Error) => void output.destroy(error);
  archive.on('error', fail);
  const sources = Array.from(entries, ({ name, chunks }) => {
    const source = Readable.from(chunks, { objectMode: false }).on('error', fail);
    archive.addReadStream(source, name, { mtime, forceDosTimestamp: true });
    return source;
  });
  archive.end();
  try {
    for await (const bytes of output) yield bytes;
  } finally {
    for (const source of sources) source.destroy();
  }
}
