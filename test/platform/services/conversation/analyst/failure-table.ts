import { good, type Row } from './answer-table.ts';
import { ends, says, sends, status, unless, withoutTemperature } from './chat-double.ts';

/** Servers that answer late, in another way than asked, or not at all. */
export const failures: Row[] = [
  { name: 'a server without JSON schemas', answers: [unless(['json_schema'], says(good))], requests: 2 },
  { name: 'a server without JSON mode', answers: [unless(['json_object'], says(good))] },
  {
    name: 'a server without structured output',
    answers: [unless(['json_schema', 'json_object'], says(good))],
    requests: 2,
  },
  {
    name: 'a server that refuses everything',
    answers: [status(400, 'too many tokens')],
    failure: 'The chat endpoint returned status 400.',
    requests: 2,
  },
  { name: 'a model without temperatures', answers: [withoutTemperature(says(good))] },
  {
    name: 'a model that refuses the configured temperature',
    temperature: 0,
    answers: [withoutTemperature(says(good))],
    failure: 'The chat endpoint returned status 400.',
    requests: 2,
  },
  {
    name: 'a refusal',
    answers: [ends('stop', { content: null, refusal: 'I cannot help with this call.' })],
    failure: 'The language model refused to answer.',
  },
  {
    name: 'thoughts up to the limit of tokens',
    answers: [ends('length', { content: '' })],
    failure: 'The chat endpoint returned no JSON object',
    requests: 2,
  },
  { name: 'prose first, JSON then', answers: [says('Sure!'), says(good)], requests: 2 },
  {
    name: 'prose only',
    answers: [says('They talked about a contract.')],
    failure: 'The chat endpoint returned no JSON object',
    requests: 2,
  },
  { name: 'empty content', answers: [says(null)], failure: 'The chat endpoint returned no JSON object', requests: 2 },
  {
    name: 'other JSON',
    answers: [says({ answer: 42 })],
    failure: 'The chat endpoint returned no JSON object',
    requests: 2,
  },
  {
    name: 'HTML',
    answers: [sends('<html>Welcome</html>', 'text/html')],
    failure: 'The chat endpoint returned something other than a chat completion.',
  },
  {
    name: 'a completion without choices',
    answers: [sends('{"choices":[]}')],
    failure: 'The chat endpoint returned something other than a chat completion.',
  },
  {
    name: '5 MB',
    answers: [says('x'.repeat(5_000_000))],
    failure: 'The chat endpoint returned more than 4194304 bytes.',
  },
  {
    name: 'a redirect',
    answers: [status(307, '', { location: '/elsewhere' }), says(good)],
    failure: 'The chat endpoint returned status 307.',
  },
  { name: 'status 401', answers: [status(401, 'wrong key')], failure: 'The chat endpoint returned status 401.' },
  { name: 'status 404', answers: [status(404)], failure: 'The chat endpoint returned status 404.' },
  {
    name: 'status 429 with Retry-After, then JSON',
    answers: [status(429, '', { 'retry-after': '0' }), says(good)],
    requests: 2,
  },
  { name: 'status 429 without Retry-After, then JSON', answers: [status(429), says(good)], requests: 2 },
  { name: 'status 429', answers: [status(429)], failure: 'The chat endpoint returned status 429.', requests: 3 },
  {
    name: 'status 429 with a long Retry-After',
    answers: [status(429, '', { 'retry-after': '3600' })],
    failure: 'The chat endpoint returned status 429.',
  },
  { name: 'status 503, then JSON', answers: [status(503), status(503), says(good)], requests: 3 },
  { name: 'status 503', answers: [status(503)], failure: 'The chat endpoint returned status 503.', requests: 3 },
  { name: 'a slow answer', answers: [(response, body) => void setTimeout(() => says(good)(response, body), 100)] },
  { name: 'silence', answers: [() => {}], failure: 'The chat endpoint did not respond within 0.5 seconds.' },
  {
    name: 'a response that drips',
    answers: [(response) => void setInterval(() => response.write(' '), 50).unref()],
    failure: 'The chat endpoint did not respond within 0.5 seconds.',
  },
  {
    name: 'a closed connection',
    answers: [(response) => response.destroy()],
    failure: 'The chat endpoint cannot be reached.',
  },
];
