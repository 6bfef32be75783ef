const query = `mutation ($input: UploadActivityInput!) {
  uploadActivity(input: $input) { __typename }
}`;

/** The form that uploads a short transcript, as a multipart request. */
export function uploadForm({ title, hostUserEmail }: { title: string; hostUserEmail: string }): FormData {
  const input = { hostUserEmail, language: 'en', title, recording: null };
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables: { input } }));
  form.append('map', JSON.stringify({ 0: ['variables.input.recording'] }));
  form.append('0', new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n']), 'call.vtt');
  return form;
}
