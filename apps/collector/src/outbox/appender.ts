import { type FileHandle, open } from 'node:fs/promises';
import { type Segment, toReportsPath } from './segment.ts';

/** The one segment that grows. A write is in it once `write` has resolved: flushed to the disk. */
export class Appender {
  readonly segment: Segment;
  readonly #file: FileHandle;
  /** False after a failure whose remains could not be cut off: nothing may follow them. */
  usable = true;

  private constructor(segment: Segment, file: FileHandle) {
    this.segment = segment;
    this.#file = file;
  }

  static async create(directory: string, id: number): Promise<Appender> {
    const file = await open(toReportsPath(directory, id), 'wx', 0o600);
    return new Appender({ id, records: 0, bytes: 0, settled: new Set() }, file);
  }

  async write(records: readonly Buffer[]): Promise<void> {
    const data = Buffer.concat(records);
    try {
      let written = 0;
      while (written < data.length) {
        const step = await this.#file.write(data, written, data.length - written, this.segment.bytes + written);
        written += step.bytesWritten;
      }
      await this.#file.datasync();
    } catch (error) {
      // A full disk takes part of a record; cut it off, so that the next write stands at the right place.
      await this.#file.truncate(this.segment.bytes).catch(() => {
        this.usable = false;
      });
      throw error;
    }
    this.segment.bytes += data.length;
    this.segment.records += records.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
