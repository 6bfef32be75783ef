const typename = `mutation ($input: UploadActivityInput!) {
  uploadActivity(input: $input) { __typename }
}`;

export interface FormPart {
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
  fileName?: string;
}

export function formOf(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  for (const { name, content, fileName } of parts) {
    if (fileName === undefined) form.append(name, String(content));
    else form.append(name, new Blob([content]), fileName);
  }
  return form;
}

/** A multipart request without files. */
export const operationForm = (operations: string): FormData =>
  formOf([
    { name: 'operations', content: operations },
    { name: 'map', content: '{}' },
  ]);

interface UploadForm {
  query?: string;
  title: string;
  hostUserEmail: string;
  skipFullAnalysis?: boolean;
}

/** The form that uploads a short transcript, as a multipart request. */
export function uploadForm({ query = typename, ...input }: UploadForm): FormData {
  const variables = { input: { ...input, language: 'en', recording: null } };
  return formOf([
    { name: 'operations', content: JSON.stringify({ query, variables }) },
    { name: 'map', content: JSON.stringify({ 0: ['variables.input.recording'] }) },
    { name: '0', content: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n', fileName: 'call.vtt' },
  ]);
}
