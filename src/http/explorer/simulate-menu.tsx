import { ToolbarButton, ToolbarMenu, useGraphiQL } from '@graphiql/react';
import { showHeadersEditor, withHeader } from './headers-editor.ts';
import { ToolbarIcon } from './toolbar-icon.tsx';

/** Adds the header that simulates a state of the platform to the headers of the tab, where the user can edit it. */
export function SimulateMenu({ states }: { states: readonly string[] }) {
  const headerEditor = useGraphiQL((state) => state.headerEditor);

  function simulate(state: string | undefined): void {
    showHeadersEditor();
    const text = headerEditor?.getValue() ?? '';
    headerEditor?.setValue(withHeader(text, { name: 'x-simulate', value: state }));
  }

  const button = (
    <ToolbarButton label="Simulate a state of the platform">
      <ToolbarIcon path="M12 4 2.5 20h19zM12 10v5M12 17.2v.3" />
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
