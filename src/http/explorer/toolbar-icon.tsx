/** An icon in the style of those of GraphiQL. */
export const ToolbarIcon = ({ path }: { path: string }) => (
  <svg
    className="graphiql-toolbar-icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);
