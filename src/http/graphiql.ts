import type { GraphiQLOptions } from 'graphql-yoga';
import { exampleTabs } from './graphiql-examples.ts';

export const graphiqlOptions: GraphiQLOptions = { title: 'Talent and conversations', defaultTabs: exampleTabs };

/** The page with everything in it, so that it loads nothing from elsewhere. Loaded when first asked for: it is large. */
export async function renderGraphiql(options: GraphiQLOptions): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  return renderGraphiQL(options);
}
