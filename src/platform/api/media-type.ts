import { MIMEType } from 'node:util';

/** The media type of a header, in lower case and without parameters; nothing when it has none. */
export function essenceOf(contentType: string | undefined): string | undefined {
  try {
    return contentType === undefined ? undefined : new MIMEType(contentType).essence;
  } catch {
    return undefined;
  }
}
