/** Opens the editor of variables or headers. GraphiQL has no action for this. */
export const showEditorTool = (name: 'headers' | 'variables') =>
  document.querySelector<HTMLElement>(`.graphiql-editor-tools [data-name="${name}"]`)?.click();

/** Later headers replace earlier headers of the same name, ignoring case; `fetch` would join both values by a comma. */
export function mergedHeaders(...parts: Record<string, string>[]): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) headers.set(name, value);
  return Object.fromEntries(headers);
}
