import type { DocumentNode } from 'graphql';
import type { CallReservation } from '../../../operation/calls/call-reservation.ts';
import type { PlannedOperation } from '../../../operation/cost/read-operation.ts';

/** The result of the checks for an accepted operation. */
export interface Admission {
  /** Undefined if costs are not estimated. */
  estimatedCost: number | undefined;
  /** The tool calls to reserve for the operation. */
  reservation: CallReservation;
}

/**
 * Creates a cache of accepted operations that have no variables: their checks depend only on the document, the name of
 * the operation and the scopes of the caller. Rejections are not cached. An admission is small, unlike the tree of the
 * operation from which it is computed, and is released when its document leaves the document cache.
 */
export function createAdmissionCache() {
  const byDocument = new WeakMap<DocumentNode, Map<string, Admission>>();
  return {
    get: (operation: PlannedOperation): Admission | undefined =>
      byDocument.get(operation.document)?.get(keyOf(operation)),
    set(operation: PlannedOperation, admission: Admission): void {
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
