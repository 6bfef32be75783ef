import { DocExplorer, FieldLink, TypeLink, useDocExplorer } from '@graphiql/plugin-doc-explorer';
import { useGraphiQL } from '@graphiql/react';
import { Fragment, useMemo } from 'react';
import { mainTypesOf } from './main-types.ts';
import { Search } from './search.tsx';

/** GraphiQL's documentation, which begins with the main types of the graph and the fields that return them. */
export function Documentation() {
  const isFirstPage = useDocExplorer().length === 1;
  return (
    <div className="documentation">
      <Search />
      {isFirstPage && <MainTypes />}
      <DocExplorer />
    </div>
  );
}

function MainTypes() {
  const schema = useGraphiQL((state) => state.schema);
  const mainTypes = useMemo(() => (schema ? mainTypesOf(schema) : []), [schema]);
  return (
    <section className="main-types" aria-label="Main types">
      <h2>Main types</h2>
      <dl>
        {mainTypes.map(({ type, fields }) => (
          <Fragment key={type.name}>
            <dt>
              <TypeLink type={type} />
            </dt>
            <dd>
              {firstSentence(type.description ?? '')}{' '}
              {fields.map((field, index) => (
                <Fragment key={field.name}>
                  {index > 0 && ', '}
                  <FieldLink field={field} />
                </Fragment>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

const firstSentence = (text: string) => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
