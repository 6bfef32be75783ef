import { printSubgraphSchema } from '@apollo/subgraph';
import { schema } from './schema.ts';

/** The subgraph's SDL, as `_service` answers it and `schema.graphql` keeps it. */
export const printSchema = () => `${printSubgraphSchema(schema).trim()}\n`;
