/**
 * The keys of an organization:
 * - `head`: a hash with the generation and the last position
 * - `stream`: a stream with the events
 * - `ids`: a sorted set with their ids by time of receipt
 * - `held`: a sorted set with events by position on the platform, each of which waits, for a limited time, for the
 *   previous event on the platform
 *
 * Redis may evict any key: without `head`, another generation begins; without `stream`, readers notice missing events;
 * without `ids`, a repeated event is added again and no event is held; without `held`, its events are lost.
 * A restart or failover, which changes the `run_id`, can lose the last events. Their positions are used again, so
 * another generation begins. Positions up to the end of an earlier generation, which the hash stores, stay valid.
 */
const prelude = `
local head, stream, ids, held = unpack(KEYS)
local server = redis.call('INFO', 'server'):match('run_id:(%x+)')
local generation, position, writer = unpack(redis.call('HMGET', head, 'generation', 'position', 'server'))

local function begin(newGeneration, retention)
  if generation and writer == server then
    if redis.call('PTTL', head) < retention / 2 then redis.call('PEXPIRE', head, retention) end
    return
  end
  if generation then
    redis.call('HSET', head, 'end:' .. generation, position)
  else
    redis.call('DEL', stream, ids)
    position = '0'
  end
  generation = newGeneration
  redis.call('HSET', head, 'generation', generation, 'position', position, 'server', server)
  redis.call('PEXPIRE', head, retention)
end
`;

/** Arguments: generation of a new stream, retention in ms, maximum events, holding time in ms, maximum held events. */
const appendFunctions = `
local retention, maxEvents, holdMs, maxHeld = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function add(event)
  position = redis.call('HINCRBY', head, 'position', 1)
  redis.call('XADD', stream, 'MAXLEN', '~', maxEvents, position .. '-0', 'receivedAt', now, 'event', event)
  redis.call('PEXPIRE', stream, retention)
end

local function release()
  local first = redis.call('ZRANGE', held, 0, 0)[1]
  while first do
    local id, previousId, event = unpack(cjson.decode(first))
    local isMissing = previousId ~= '' and not redis.call('ZSCORE', ids, previousId)
    local receivedAt = tonumber(redis.call('ZSCORE', ids, id) or 0)
    if isMissing and now - receivedAt < holdMs and redis.call('ZCARD', held) <= maxHeld then return end
    redis.call('ZREM', held, first)
    add(event)
    first = redis.call('ZRANGE', held, 0, 0)[1]
  end
end
`;

/** Adds the held events whose wait has ended. Returns the generation and the position. Arguments as above. */
export const streamEndScript = `${prelude}${appendFunctions}
begin(ARGV[1], retention)
release()
return {generation, position}
`;

const endOf = `
local function endOf(earlier)
  if earlier == generation then return tonumber(position) end
  return tonumber(redis.call('HGET', head, 'end:' .. earlier))
end
`;

/** Returns the last position of a generation, or nothing if it is unknown. Arguments: the generation. */
export const generationEndScript = `${prelude}${endOf}
return endOf(ARGV[1])
`;

/** Returns the entries after a position, or nothing if some are missing. Arguments: generation, position, limit. */
export const readEventsScript = `${prelude}${endOf}
local after, last = tonumber(ARGV[2]), endOf(ARGV[1])
if not last or after > last then return false end
if after == last then return {} end
local entries = redis.call('XRANGE', stream, (after + 1) .. '-0', last .. '-0', 'COUNT', ARGV[3])
if #entries == 0 or entries[1][1] ~= (after + 1) .. '-0' then return false end
return entries
`;

/**
 * Adds an event unless its id is stored; returns whether it was added. Arguments after those of `appendFunctions`: the
 * id and the event. If the position of the event on the platform is known, also that position, and the id of the
 * previous event there, or an empty text.
 */
export const appendEventScript = `${prelude}${appendFunctions}
begin(ARGV[1], retention)
local id, event, platformPosition, previousId = ARGV[6], ARGV[7], ARGV[8], ARGV[9]
if redis.call('ZSCORE', ids, id) then return 0 end

-- A wait is measured from the time in ids. An event must not wait longer than a later event that waits for it.
local later = platformPosition and redis.call('ZRANGEBYSCORE', held, platformPosition, '+inf', 'LIMIT', 0, 1)[1]
local receivedAt = later and redis.call('ZSCORE', ids, cjson.decode(later)[1]) or now
redis.call('ZADD', ids, receivedAt, id)
if platformPosition then redis.call('ZADD', held, platformPosition, cjson.encode({id, previousId, event})) else add(event) end
release()

-- Each call removes a few expired events, which is more than it adds.
for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+', 'COUNT', 10)) do
  if tonumber(entry[2][2]) >= now - retention then break end
  redis.call('XDEL', stream, entry[1])
end
redis.call('ZREMRANGEBYSCORE', ids, '-inf', '(' .. (now - retention))
redis.call('ZREMRANGEBYRANK', ids, 0, -maxEvents - 1)
for _, key in ipairs({head, ids, held}) do redis.call('PEXPIRE', key, retention) end
return 1
`;
