/** An operation that the explorer offers. */
export interface Example {
  title: string;
  /** The first sentence of the comment above the operation. */
  description: string;
  query: string;
  /** Variables of the query, as JSON text. */
  variables?: string;
}

export interface ExampleGroup {
  /** The task that the examples solve. */
  title: string;
  examples: Example[];
}

/** Names of the scripts of the editors' workers, by the label that the editor gives them. */
export interface WorkerScripts {
  editor: string;
  graphql: string;
  json: string;
}

/** What the server tells the page, as JSON in the document. */
export interface ExplorerSettings {
  examples: ExampleGroup[];
  /** Whether operations need a token. */
  requiresSignIn: boolean;
  /** The cost of one tool call. */
  toolCallCost: number;
  /** URL of the folder of the scripts, relative to the page. */
  assets: string;
  workers: WorkerScripts;
}
