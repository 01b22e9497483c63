/** Everything is given back before the file ends: who has the whole of it may ask for the next. */
export async function* closing<T>(chunks: AsyncIterable<T>, close: () => Promise<void>): AsyncGenerator<T> {
  yield* chunks;
  await close();
}
