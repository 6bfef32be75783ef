import type { ToolSession } from '../../connector/session/tool-session.ts';

/** What a tool call costs, in objects: about as much as a page of ten small objects. */
export const toolCallCost = 10;

/** How much of the caller's rate limit is left, in the form of Shopify's API. */
export interface ThrottleStatus {
  /** The cost that a caller can spend at once. */
  maximumAvailable: number;
  /** The cost that the caller can still spend now, after this operation. */
  currentlyAvailable: number;
  /** How much cost is restored per second. */
  restoreRate: number;
}

/** The cost of one operation: one for every object of the result and ten for every tool call. */
export interface OperationCost {
  /** The cost expected before execution; undefined until the operation is estimated, or if it never is. */
  estimated: number | undefined;
  /** The number of objects created for the result so far. */
  objects: number;
  /** The cost so far: the objects created and the tool calls sent. Shared and cached calls cost nothing. */
  actual(): number;
  /** Set if a rate limit applies to the caller. */
  throttleStatus: ThrottleStatus | undefined;
}

export function createOperationCost(tools: Pick<ToolSession, 'trace'>): OperationCost {
  return {
    estimated: undefined,
    objects: 0,
    actual() {
      return this.objects + toolCallCost * tools.trace.filter(({ source }) => source === 'CALLED').length;
    },
    throttleStatus: undefined,
  };
}
