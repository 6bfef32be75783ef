import { useGraphiQL } from '@graphiql/react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { fileVariables } from './file-variables.ts';
import { sampleTranscript } from './sample-transcript.ts';

interface FilePickerProps {
  /** The chosen files by the path of their variable; the picker adds and removes them. */
  files: Map<string, File>;
}

/** Offers a file input for each variable of the current document that takes a file. */
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
