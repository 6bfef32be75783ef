/**
 * The text of an answer over the network; nothing when it has more bytes than that, and then the rest is not read: the
 * connection is closed.
 */
export async function answerText(
  content: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
