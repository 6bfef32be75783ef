import type { GraphiQLOptions } from 'graphql-yoga';
import { readExampleTabs } from './graphiql-examples.ts';

export const graphiqlOptions = (): GraphiQLOptions => ({
  title: 'Talent and conversations',
  defaultTabs: readExampleTabs(),
});

/** The page with everything in it, so that it loads nothing from elsewhere. Loaded when first asked for: it is large. */
export async function renderGraphiql(options: GraphiQLOptions): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  return renderGraphiQL(options);
}
