import type { builder } from '../core/builder.ts';

type ArgumentBuilder = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg'];

/** `first` and `after` of every connection over a paged tool. */
export const pageArguments = (arg: ArgumentBuilder) => ({
  first: arg.int({ defaultValue: 25, description: 'How many, 1 to 100.' }),
  after: arg.string({ description: 'Go on behind this cursor, which the same field gave for the same arguments.' }),
});

/** What a page of a listing that changes costs. */
export const pageCost = (tool: string) =>
  `One ${tool} a page. Behind a cursor two where the page and the node before it span two pages of the tool, always so with first: 100; one more when what was removed or added has moved the node that the cursor names.`;

/** How a gateway estimates the cost of such a connection. */
export const pageListSize = {
  slicingArguments: ['first'],
  sizedFields: ['edges', 'nodes'],
  requireOneSlicingArgument: false,
};
