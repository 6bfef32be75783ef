/**
 * Reads the text of a response body, at most `maxBytes` bytes.
 * @returns the text, or undefined if the body is larger: reading then stops, which closes the connection
 */
export async function readText(
  content: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
