import { parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../../src/graph/schema.ts';
import { literalErrors } from '../../../../src/http/graphql/errors/input-errors.ts';
import { documentRules } from '../../../../src/http/graphql/limits/document-rules.ts';

describe('the rules for documents', () => {
  const groups = documentRules({ introspection: false });

  it('include those of graphql-js, once', () => {
    const rules = groups.flat();

    expect(rules).toEqual(expect.arrayContaining([...specifiedRules]));
    expect(rules).toHaveLength(new Set(rules).size);
  });

  it('limit the size of a document first', () => {
    const document = parse(`{ ${Array.from({ length: 101 }, (_, index) => `a${index}: nope`).join(' ')} }`);

    expect(() => validate(schema, document, groups[0])).toThrow('Aliases limit of 100 exceeded, found 101.');
  });

  it('forbid introspection unless it is allowed', () => {
    const errorsWith = (introspection: boolean) =>
      validate(schema, parse('{ __schema { __typename } }'), documentRules({ introspection }).flat()).length;

    expect([errorsWith(false), errorsWith(true)]).toEqual([1, 0]);
  });
});

describe('errors about literals', () => {
  it('have the paths of all literals from one walk through the document', () => {
    const document = parse('{ companies(ids: ["1", 1.5, "2", true]) { totalCount } }');
    let walks = 0;
    const counted = {
      ...document,
      get definitions() {
        walks += 1;
        return document.definitions;
      },
    };
    const errors = validate(schema, document, specifiedRules);
    const paths = literalErrors(errors, { document: counted, schema }).map(({ message }) => message.split(':')[0]);

    expect(paths).toEqual(['ids.1', 'ids.3']);
    expect(walks).toBe(1);
  });
});
