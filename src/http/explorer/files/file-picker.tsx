import { useGraphiQL } from '@graphiql/react';
import { useEffect, useId, useMemo, useRef } from 'react';
import {
  type DocumentNode,
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';

interface FilePickerProps {
  /** The selected files by the path of their variable; the picker adds and removes files. */
  files: Map<string, File>;
}

export function FilePicker({ files }: FilePickerProps) {
  const schema = useGraphiQL((state) => state.schema);
  const document = useGraphiQL((state) => state.documentAST);
  const tabId = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.id);
  const paths = useMemo(() => (schema && document ? fileVariables(schema, document) : []), [schema, document]);
  if (paths.length === 0) return null;
  return (
    <section className="files" aria-label="Files to upload">
      {paths.map((path) => (
        <FileInput key={`${tabId} ${path}`} path={path} files={files} />
      ))}
    </section>
  );
}

function FileInput({ path, files }: FilePickerProps & { path: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => void files.delete(path), [files, path]);

  function choose(): void {
    const file = input.current?.files?.[0];
    if (file) files.set(path, file);
    else files.delete(path);
  }

  function chooseSample(): void {
    if (!input.current) return;
    const transfer = new DataTransfer();
    transfer.items.add(new File([sampleTranscript], 'sample-call.vtt', { type: 'text/vtt' }));
    input.current.files = transfer.files;
    choose();
  }

  return (
    <div className="file">
      <label htmlFor={id}>
        File for <code>{path.replace('variables.', '$')}</code>
      </label>
      <input id={id} ref={input} type="file" onChange={choose} />
      <button type="button" className="text-button" onClick={chooseSample}>
        Use a sample transcript
      </button>
    </div>
  );
}

const sampleTranscript = `WEBVTT

00:00.000 --> 00:04.500
<v Robin Sample>Hello Kim, thank you for your time. What would you like to see first?</v>

00:05.000 --> 00:11.000
<v Kim Weber>The pricing, please. We plan to roll this out to forty people in spring.</v>

00:11.500 --> 00:17.000
<v Robin Sample>I will send you an offer for forty seats by Friday.</v>

00:17.500 --> 00:20.000
<v Kim Weber>Perfect. Could you add the terms for a pilot?</v>
`;

/** Whether a type is the scalar of uploaded files. `GRAPH_TYPE_PREFIX` can precede its name. */
const isFile = (type: GraphQLInputType) => isScalarType(type) && type.name.endsWith('File');

/** Returns the paths of all file variables, such as `variables.input.recording`. Files in lists are left out. */
export function fileVariables(schema: GraphQLSchema, document: DocumentNode): string[] {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operations.flatMap(({ variableDefinitions = [] }) =>
    variableDefinitions.flatMap(({ variable, type }) => {
      const variableType = typeFromAST(schema, type);
      return isInputType(variableType) ? filePaths(variableType, ['variables', variable.name.value]) : [];
    }),
  );
}

/** Whether an operation uses a file variable. A tab can contain several operations, of which one is sent. */
export const usesFile = (operation: OperationDefinitionNode | null | undefined, path: string): boolean =>
  operation?.variableDefinitions?.some(({ variable }) => path.split('.')[1] === variable.name.value) ?? false;

function filePaths(type: GraphQLInputType, path: string[], outer: GraphQLInputType[] = []): string[] {
  const nullable = getNullableType(type);
  // An input type can contain itself.
  if (isListType(nullable) || outer.includes(nullable)) return [];
  if (!isInputObjectType(nullable)) return isFile(nullable) ? [path.join('.')] : [];
  return Object.values(nullable.getFields()).flatMap((field) =>
    filePaths(field.type, [...path, field.name], [...outer, nullable]),
  );
}
