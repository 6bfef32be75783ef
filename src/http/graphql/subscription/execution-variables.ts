import { type DocumentNode, type ExecutionArgs, visit } from 'graphql';
import { stringify } from 'safe-stable-stringify';

/**
 * Returns a text that is the same for subscriptions with one document whose events have the same results: the name of
 * the operation and its variables. Variables that only the arguments of the root field use select the events and do not
 * change their results. Among them is the cursor, which is different for most clients that resume.
 */
export function executionVariables({
  document,
  operationName,
  variableValues,
}: Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>): string {
  const names = variablesBelowRoot(document);
  const used = Object.entries(variableValues ?? {}).filter(([name]) => names.has(name));
  // A variable that is null differs from one that is missing: only the latter has the default value of the argument.
  return stringify([operationName ?? null, Object.fromEntries(used)]) ?? '';
}

const namesByDocument = new WeakMap<DocumentNode, ReadonlySet<string>>();

function variablesBelowRoot(document: DocumentNode): ReadonlySet<string> {
  const known = namesByDocument.get(document);
  if (known) return known;
  const names = new Set<string>();
  let depth = 0;
  visit(document, {
    // The definition of a variable does not use it.
    VariableDefinition: () => false,
    // A fragment can be spread at any depth; its variables count even if it is spread at the root.
    FragmentDefinition: { enter: () => void (depth += 1), leave: () => void (depth -= 1) },
    Field: { enter: () => void (depth += 1), leave: () => void (depth -= 1) },
    Variable: ({ name }) => void (depth > 1 && names.add(name.value)),
  });
  namesByDocument.set(document, names);
  return names;
}
