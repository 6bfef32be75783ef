/** GraphiQL has no action for it. */
const showEditorTool = (name: 'headers' | 'variables') =>
  document.querySelector<HTMLElement>(`.graphiql-editor-tools [data-name="${name}"]`)?.click();

export const showHeadersEditor = () => showEditorTool('headers');

export const showVariablesEditor = () => showEditorTool('variables');

/** Sets a header in the text of the headers editor, or removes it. Returns the text unchanged if it is not an object. */
export function withHeader(text: string, { name, value }: { name: string; value: string | undefined }): string {
  const headers = parsed(text);
  if (typeof headers !== 'object' || headers === null) return text;
  const others = Object.entries(headers).filter(([key]) => key.toLowerCase() !== name);
  const entries = value === undefined ? others : [...others, [name, value]];
  return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries), null, 2) : '';
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Later headers replace earlier ones of the same name, in any case; `fetch` would send both values, joined by a comma. */
export function mergedHeaders(...parts: Record<string, string>[]): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) headers.set(name, value);
  return Object.fromEntries(headers);
}
