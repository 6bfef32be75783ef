import type { DocumentNode, GraphQLError } from 'graphql';
import type { CpuSteps } from '../cpu-turns.ts';

interface DocumentSteps {
  parse: (text: string) => DocumentNode;
  /** Run in order, until a check returns errors or throws. */
  checks: readonly ((document: DocumentNode) => readonly GraphQLError[])[];
}

export type PreparedDocument = Awaited<ReturnType<typeof prepareDocument>>;

/** Serves other callers between the steps. The returned functions repeat the result or the error of their step. */
export async function prepareDocument(text: string, { parse, checks }: DocumentSteps, cpu: Pick<CpuSteps, 'step'>) {
  const parsed = await outcomeOf(cpu.step(() => parse(text)));
  return { parse: parsed, validate: await outcomeOf(validateInSteps(parsed, checks, cpu)) };
}

async function validateInSteps(
  parsed: () => DocumentNode,
  checks: DocumentSteps['checks'],
  cpu: Pick<CpuSteps, 'step'>,
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
