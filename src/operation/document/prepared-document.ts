import type { DocumentNode, GraphQLError } from 'graphql';
import type { CpuAccount } from '../cpu-turns.ts';

/** The steps in which a document is checked. */
export interface DocumentSteps {
  parse: (text: string) => DocumentNode;
  /** In this order; none runs after one that found errors. A check can also throw. */
  checks: readonly ((document: DocumentNode) => readonly GraphQLError[])[];
}

/** A document that was parsed and validated. Both functions return what was found, or throw what was thrown. */
export interface PreparedDocument {
  parse: () => DocumentNode;
  validate: () => readonly GraphQLError[];
}

/** Parses and validates a document in steps, so that other callers are served between two of them. */
export async function prepareDocument(
  text: string,
  { parse, checks }: DocumentSteps,
  cpu: Pick<CpuAccount, 'step'>,
): Promise<PreparedDocument> {
  const parsed = await outcomeOf(cpu.step(() => parse(text)));
  return { parse: parsed, validate: await outcomeOf(validateInSteps(parsed, checks, cpu)) };
}

async function validateInSteps(
  parsed: () => DocumentNode,
  checks: DocumentSteps['checks'],
  cpu: Pick<CpuAccount, 'step'>,
): Promise<readonly GraphQLError[]> {
  const document = parsed();
  for (const check of checks) {
    const errors = await cpu.step(() => check(document));
    if (errors.length > 0) return errors;
  }
  return [];
}

async function outcomeOf<Result>(work: Promise<Result>): Promise<() => Result> {
  try {
    const result = await work;
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
