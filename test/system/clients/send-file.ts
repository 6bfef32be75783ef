/** Sends a file several times. Prints the status and body, or the error, as a line of JSON. */
const [url = '', headers = '{}', size, times] = process.argv.slice(2);

const form = new FormData();
const query = 'query ($f: String!) { __type(name: $f) { name } }';
form.set('operations', JSON.stringify({ query, variables: { f: null } }));
form.set('map', JSON.stringify({ file: ['variables.f'] }));
form.set('file', new Blob(['a'.repeat(Number(size))]), 'call.vtt');

for (let sent = 0; sent < Number(times); sent += 1) {
  try {
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers: JSON.parse(headers), body: form });
    console.log(JSON.stringify([response.status, await response.json()]));
  } catch (error) {
    console.log(JSON.stringify([String(error instanceof Error ? error.cause : error)]));
  }
}
