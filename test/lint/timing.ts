import type { RuleTester } from 'oxlint/plugins-dev';

// Lint rules for tests: a test that depends on real time fails on a busy machine.

// oxlint does not export the types of plugins, so they are derived from the rule tester.
type Rule = Extract<Parameters<RuleTester['run']>[1], { create: object }>;
type Context = Parameters<Rule['create']>[0];
type Visitor = ReturnType<Rule['create']>;
type Visited<Type extends keyof Visitor> = Parameters<NonNullable<Visitor[Type]>>[0];
type Property = Visited<'Property'>;
type Node =
  | Property['key' | 'value']
  | Visited<'CallExpression'>['arguments'][number]
  | Visited<'ArrowFunctionExpression'>['body']
  | Visited<'ImportSpecifier'>['imported'];

/** On a busy machine, working code can take this long, so literal limits must be longer. */
const maxShortMs = 3000;

const limitNames = new Set(['timeout', 'timeoutMs', 'TOOL_TIMEOUT_MS', 'OPERATION_TIMEOUT_MS', 'idleMs', 'acquireMs']);

/** Whether a file stops the clock, so that time passes only when a test advances it. */
const stopsClock = ({ sourceCode }: Context) => /\b(useStoppedClock|stopClock)\(/.test(sourceCode.text);

const noSleep: Rule = {
  create(context) {
    const message = 'Wait for an event, with `vi.waitFor`, or on the stopped clock instead of sleeping.';
    return {
      ImportSpecifier(node) {
        const { parent, imported } = node;
        if (parent.type !== 'ImportDeclaration' || parent.source.value !== 'node:timers/promises') return;
        if (nameOf(imported) === 'setTimeout') context.report({ node, message });
      },
      NewExpression(node) {
        const [executor] = node.arguments;
        if (executor?.type !== 'ArrowFunctionExpression' || nameOf(node.callee) !== 'Promise') return;
        const { body } = executor;
        if (isCallOf(body, /^setTimeout$/, context) && !stopsClock(context)) context.report({ node, message });
      },
    };
  },
};

const noLiteralLimit: Rule = {
  create(context) {
    return {
      CallExpression(node) {
        if (!isCallOf(node, /^(vi\.waitFor|expect\.poll)$/, context)) return;
        const [, options] = node.arguments;
        const timeout = options?.type === 'ObjectExpression' ? valueOf(options, 'timeout') : options;
        if (timeout && millisecondsOf(timeout) !== undefined) {
          context.report({ node: timeout, message: 'Use `timeLimit(seconds)`, which is longer on a slow machine.' });
        }
      },
      Property(node) {
        const ms = limitNames.has(nameOf(node.key) ?? '') ? millisecondsOf(node.value) : undefined;
        if (ms === undefined || ms > maxShortMs || stopsClock(context)) return;
        context.report({ node, message: `Stop the clock, or set a limit of more than ${maxShortMs} ms.` });
      },
    };
  },
};

const noMeasuredTime: Rule = {
  create(context) {
    return {
      CallExpression(node) {
        const [actual] = node.arguments;
        if (nameOf(node.callee) !== 'expect' || actual?.type !== 'BinaryExpression' || stopsClock(context)) return;
        if ([actual.left, actual.right].some((side) => isCallOf(side, /^(performance|Date)\.now$/, context))) {
          context.report({ node, message: 'Stop the clock, or assert what happened instead of how long it took.' });
        }
      },
    };
  },
};

const nameOf = (node: Node) =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : undefined;

const isCallOf = (node: Node, callee: RegExp, { sourceCode }: Context) =>
  node.type === 'CallExpression' && callee.test(sourceCode.getText(node.callee));

const valueOf = (object: Visited<'ObjectExpression'>, key: string) =>
  object.properties.flatMap((property) =>
    property.type === 'Property' && nameOf(property.key) === key ? [property.value] : [],
  )[0];

/** The number in a literal, which may be a string, such as the value of an environment variable. */
function millisecondsOf(node: Node): number | undefined {
  const ms = node.type === 'Literal' ? Number(node.value) : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

const timing = {
  meta: { name: 'timing' },
  rules: { 'no-sleep': noSleep, 'no-literal-limit': noLiteralLimit, 'no-measured-time': noMeasuredTime },
};

export default timing;
