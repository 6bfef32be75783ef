import { camelKey } from '../../../tools/wire.ts';

interface LostValue {
  path: string;
  value: string;
}

/** Returns the values of a payload that are missing in its record, because they could not be read. */
export function lostValues(payload: unknown, record: unknown, path = ''): LostValue[] {
  if (Array.isArray(payload) && Array.isArray(record)) {
    if (payload.length > record.length)
      return [{ path, value: `with ${payload.length - record.length} unknown values` }];
    return payload.flatMap((item, index) => lostValues(item, record[index], `${path}[${index}]`));
  }
  if (!isObject(payload) || !isObject(record)) return [];
  return Object.entries(payload).flatMap(([key, value]) => {
    const name = camelKey(key);
    if (value == null || !Object.hasOwn(record, name)) return [];
    const inner: unknown = Reflect.get(record, name);
    const place = path === '' ? key : `${path}.${key}`;
    return inner === null ? [{ path: place, value: JSON.stringify(value) }] : lostValues(value, inner, place);
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);
