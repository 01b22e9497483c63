/** Everything is released before the file ends: a client that has all of it may request the next. */
export async function* closing<T>(chunks: AsyncIterable<T>, close: () => Promise<void>): AsyncGenerator<T> {
  yield* chunks;
  await close();
}
