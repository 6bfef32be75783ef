import { invalidInput } from '../../tools/platform-error.ts';

/** PostgreSQL stores no text with the character U+0000; whoever sends one is told where it is. */
export function refuseNul(value: unknown, path: string[] = []): void {
  if (typeof value === 'string' && value.includes('\0')) {
    throw invalidInput([{ path, message: 'must not contain the character U+0000' }]);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    refuseNul(key, [...path, key]);
    refuseNul(part, [...path, key]);
  }
}
