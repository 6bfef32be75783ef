import { GraphQLError, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../src/operation/document/prepared-document.ts';

const text = '{ lists { id } }';
const error = new GraphQLError('a wrong field');

/** Prepares the text with checks that find these errors; counts what runs in each step. */
async function prepared(found: (readonly GraphQLError[])[], parseText = (source: string) => parse(source)) {
  const steps: string[][] = [];
  const note = (name: string) => steps.at(-1)?.push(name);
  const document = await prepareDocument(
    text,
    {
      parse(source) {
        note('parse');
        return parseText(source);
      },
      checks: found.map((errors, index) => () => {
        note(`check ${index + 1}`);
        return errors;
      }),
    },
    {
      async step(work) {
        steps.push([]);
        return work();
      },
    },
  );
  return { document, steps };
}

describe('a prepared document', () => {
  it('is parsed in one step, and each check is another', async () => {
    const { document, steps } = await prepared([[], []]);

    expect(steps).toEqual([['parse'], ['check 1'], ['check 2']]);
    expect(document.parse()).toEqual(parse(text));
    expect(document.validate()).toEqual([]);
  });

  it('is not checked further after a check that finds errors', async () => {
    const { document, steps } = await prepared([[], [error], []]);

    expect(steps).toEqual([['parse'], ['check 1'], ['check 2']]);
    expect(document.validate()).toEqual([error]);
  });

  it('throws a syntax error when it is parsed, and checks nothing', async () => {
    const { document, steps } = await prepared([[]], () => {
      throw error;
    });

    expect(() => document.parse()).toThrow(error);
    expect(steps).toEqual([['parse']]);
  });
});
