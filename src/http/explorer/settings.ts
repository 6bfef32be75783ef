export interface Example {
  title: string;
  /** The first sentence of the comment above the operation. */
  description: string;
  query: string;
  variables?: string;
}

export interface ExampleGroup {
  title: string;
  examples: Example[];
}

/** Settings that the server sends to the page, as JSON in the document. */
export interface ExplorerSettings {
  examples: ExampleGroup[];
  requiresSignIn: boolean;
  toolCallCost: number;
  /** URL of the folder of the scripts, relative to the page. */
  assets: string;
  /** File names of the worker scripts, by the label with which Monaco requests a worker. */
  workers: { editor: string; graphql: string; json: string };
}
