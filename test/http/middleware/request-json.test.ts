import { describe, expect, it } from 'vitest';
import { maxJsonValues, parseRequestJson } from '../../../src/http/middleware/request-json.ts';

const tooMany = 'The JSON of a request must have at most 25000 values.';
const parse = (text: string) => parseRequestJson(text, () => new Error('invalid'));
const list = (first: string, values: number) => `[${first}${',1'.repeat(values - 1)}]`;

describe('the JSON of a request', () => {
  it.each(['"a"', String.raw`"\""`, String.raw`"\\"`, String.raw`"\\\""`])(
    'has at most 25,000 values, of which a string such as %s is one',
    (string) => {
      expect(parse(list(string, maxJsonValues))).toHaveLength(maxJsonValues);
      expect(() => parse(list(string, maxJsonValues + 1))).toThrow(tooMany);
    },
  );

  it.each(['', String.raw`\"`, String.raw`\\`])(
    'can have any number of commas and brackets in a string after %j',
    (start) => {
      const text = `["${start}${',[{'.repeat(maxJsonValues)}"]`;
      expect(parse(text)).toEqual(JSON.parse(text));
    },
  );
});
