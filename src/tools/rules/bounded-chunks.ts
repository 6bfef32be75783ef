/**
 * Yields the chunks of a body.
 * @throws what `tooLarge` returns, as soon as there are more than `maxBytes` bytes
 */
export async function* boundedChunks<Chunk extends Uint8Array>(
  body: AsyncIterable<Chunk>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Chunk, void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}
