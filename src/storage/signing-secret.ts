import { randomBytes } from 'node:crypto';
import { readOrMake } from './owner-file.ts';

const bytes = 32;

/** A secret of one's own that ends with the process. */
export const passingSecret = () => randomBytes(bytes);

/** The secret in a file that only its owner may read; made at first. Processes that come at once get the same. */
export async function secretOf(file: string): Promise<Buffer> {
  const secret = await readOrMake(file, passingSecret);
  if (secret.length !== bytes) throw new Error(`${file} holds no secret of ${bytes} bytes`);
  return secret;
}
