import { useDocExplorerActions } from '@graphiql/plugin-doc-explorer';
import { useGraphiQL } from '@graphiql/react';
import { useMemo, useState } from 'react';
import { search, searchEntries } from './schema-search.ts';

/** Replaces the search of GraphiQL, which only knows names. */
export function Search() {
  const schema = useGraphiQL((state) => state.schema);
  const { push } = useDocExplorerActions();
  const [text, setText] = useState('');
  const entries = useMemo(() => (schema ? searchEntries(schema) : []), [schema]);
  const results = useMemo(() => search(entries, text), [entries, text]);
  return (
    <search className="schema-search">
      <input
        type="search"
        aria-label="Search the documentation"
        placeholder="Search names and descriptions"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status">{text.trim() !== '' && results.length === 0 && 'No results'}</p>
      <ul>
        {results.map(({ name, description, definition }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => {
                push({ name: definition.name, def: definition });
                setText('');
              }}
            >
              <strong>{name}</strong> <span>{description}</span>
            </button>
          </li>
        ))}
      </ul>
    </search>
  );
}
