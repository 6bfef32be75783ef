import { ToolFailure } from '../tools/tool-failure.ts';

/** PostgreSQL stores no text with the character U+0000; whoever sends one is told where it is. */
export function refuseNul(value: unknown, path: string[] = []): void {
  if (typeof value === 'string' && value.includes('\0')) {
    const issue = { path, message: 'must not contain the character U+0000' };
    throw new ToolFailure({ code: 'BAD_USER_INPUT', message: `${path.join('.')} ${issue.message}`, issues: [issue] });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    refuseNul(key, [...path, key]);
    refuseNul(part, [...path, key]);
  }
}
