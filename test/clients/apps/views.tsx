import type { ReactNode } from 'react';

export interface Item {
  id: string;
  text: string;
}

/** Items of a connection, and a button for the next page if there is one. */
export function Items({ label, items, onMore }: { label: string; items: Item[]; onMore?: (() => void) | false }) {
  return (
    <section aria-label={label}>
      <ul>
        {items.map(({ id, text }) => (
          <li key={id} id={id}>
            {text}
          </li>
        ))}
      </ul>
      {onMore && <button onClick={onMore}>More {label.toLowerCase()}</button>}
    </section>
  );
}

/** The name of a list, and a form that changes it. */
export function ListName({ name, result, onRename }: ListNameProps): ReactNode {
  const submit = async (form: FormData) => {
    const newName = form.get('name');
    if (typeof newName === 'string') await onRename(newName);
  };
  return (
    <section aria-label="List">
      <h2>{name}</h2>
      <form action={submit}>
        <input name="name" aria-label="Name" />
        <button>Rename</button>
      </form>
      <Alert text={result?.message} />
    </section>
  );
}

interface ListNameProps {
  name: string;
  /** Of the last change; a message says why it was rejected. */
  result: { list?: unknown; message?: string } | undefined;
  onRename(name: string): Promise<void>;
}

/** A form that uploads a recording, and the title of the new activity. */
export function Upload({ result, onUpload }: UploadProps): ReactNode {
  const submit = async (form: FormData) => {
    const recording = form.get('recording');
    if (recording instanceof File) await onUpload(recording);
  };
  return (
    <section aria-label="Upload">
      <form action={submit}>
        <input type="file" name="recording" aria-label="Recording" />
        <button>Upload</button>
      </form>
      {result?.activity && <p role="status">{result.activity.title}</p>}
      <Alert text={result?.message} />
    </section>
  );
}

interface UploadProps {
  /** A message says why the upload was rejected. */
  result: { activity?: { title: string | null | undefined }; message?: string } | undefined;
  onUpload(recording: File): Promise<void>;
}

const Alert = ({ text }: { text: string | undefined }) => text !== undefined && <p role="alert">{text}</p>;
