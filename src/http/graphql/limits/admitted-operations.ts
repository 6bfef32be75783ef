import type { DocumentNode } from 'graphql';
import type { CallReservation } from '../../../connector/session/call-reservation.ts';
import type { PlannedOperation } from '../../../graph/cost/read-operation.ts';

/** What the checks found out about an operation that they accept. */
export interface Admission {
  /** Undefined if costs are not estimated. */
  estimatedCost: number | undefined;
  /** The tool calls to reserve for the operation. */
  reservation: CallReservation;
}

/**
 * Creates a memory of accepted operations without variables: their checks depend only on the document, the name of the
 * operation and the scopes of the caller. Rejections are not remembered. An admission is small, unlike the tree of the
 * operation from which it is computed, and is released when its document leaves the document cache.
 */
export function createAdmittedOperations() {
  const byDocument = new WeakMap<DocumentNode, Map<string, Admission>>();
  return {
    find: (operation: PlannedOperation): Admission | undefined =>
      byDocument.get(operation.document)?.get(keyOf(operation)),
    add(operation: PlannedOperation, admission: Admission): void {
      const { document } = operation;
      if (hasVariables(document)) return;
      const admissions = byDocument.get(document) ?? new Map<string, Admission>();
      byDocument.set(document, admissions.set(keyOf(operation), admission));
    },
  };
}

const hasVariables = ({ definitions }: DocumentNode) =>
  definitions.some((definition) => 'variableDefinitions' in definition && definition.variableDefinitions?.length);

/** All operations of a process run on the same schema, so it is not part of the key. */
const keyOf = ({ operationName, scopes }: PlannedOperation) => JSON.stringify([operationName, ...scopes]);
