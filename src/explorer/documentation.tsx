import { DocExplorer, FieldLink, TypeLink, useDocExplorer } from '@graphiql/plugin-doc-explorer';
import { useGraphiQL } from '@graphiql/react';
import { Fragment, useMemo } from 'react';
import { nounsOf } from './nouns.ts';

/** GraphiQL's documentation, which begins with the nouns of the graph and the fields that return them. */
export function Documentation() {
  const isFirstPage = useDocExplorer().length === 1;
  return (
    <div className="documentation">
      {isFirstPage && <Nouns />}
      <DocExplorer />
    </div>
  );
}

function Nouns() {
  const schema = useGraphiQL((state) => state.schema);
  const nouns = useMemo(() => (schema ? nounsOf(schema) : []), [schema]);
  return (
    <section className="nouns" aria-label="Nouns">
      <h2>Nouns</h2>
      <dl>
        {nouns.map(({ type, fields }) => (
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
