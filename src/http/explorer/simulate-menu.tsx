import { ToolbarButton, ToolbarMenu, useGraphiQL } from '@graphiql/react';
import { withHeader } from './header-text.ts';

/** Adds the header that simulates a state of the platform to the headers of the tab, where the user can edit it. */
export function SimulateMenu({ states }: { states: readonly string[] }) {
  const headerEditor = useGraphiQL((state) => state.headerEditor);

  function simulate(state: string | undefined): void {
    document.querySelector<HTMLElement>('.graphiql-editor-tools [data-name="headers"]')?.click();
    const text = headerEditor?.getValue() ?? '';
    headerEditor?.setValue(withHeader(text, { name: 'x-simulate', value: state }));
  }

  const button = (
    <ToolbarButton label="Simulate a state of the platform">
      <SimulateIcon />
    </ToolbarButton>
  );
  return (
    <ToolbarMenu button={button}>
      <ToolbarMenu.Item onSelect={() => simulate(undefined)}>Simulate nothing</ToolbarMenu.Item>
      {states.map((state) => (
        <ToolbarMenu.Item key={state} onSelect={() => simulate(state)}>
          {state}
        </ToolbarMenu.Item>
      ))}
    </ToolbarMenu>
  );
}

const SimulateIcon = () => (
  <svg
    className="graphiql-toolbar-icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d="M12 4 2.5 20h19zM12 10v5M12 17.2v.3" />
  </svg>
);
