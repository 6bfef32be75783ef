import SchemaBuilder from '@pothos/core';
import DirectivesPlugin from '@pothos/plugin-directives';
import FederationPlugin from '@pothos/plugin-federation';
import type { GraphContext } from './context.ts';
import './scope-notes.ts';

/** The schema under construction. It holds no types: each noun's file adds its own. */
export const builder = new SchemaBuilder<{
  Context: GraphContext;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: Date; Output: Date };
    DateTime: { Input: Date; Output: Date };
    EmailAddress: { Input: string; Output: string };
    URL: { Input: URL; Output: string | URL };
    JSON: { Input: unknown; Output: NonNullable<unknown> };
    /** The name of an uploaded file among the operation's uploads. */
    File: { Input: string; Output: never };
    PartialDate: { Input: string; Output: string };
  };
}>({
  plugins: [DirectivesPlugin, FederationPlugin, 'scopeNotes'],
});
