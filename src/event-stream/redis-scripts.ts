/**
 * The keys of an organization: a hash with the generation and the last position, a stream with the events, and a sorted
 * set with their ids by the time at which they were received. Redis may evict any of them: without the hash, the stream
 * begins again with another generation; without the stream, events are missing, which readers notice; without the ids, a
 * repeated event is added again.
 *
 * A restart of Redis can lose the last events, even if it stores its data. It begins another generation, so that readers
 * never miss events without noticing. The `run_id` of the server changes with every restart and failover.
 */
const prelude = `
local head, stream, ids = KEYS[1], KEYS[2], KEYS[3]
local server = redis.call('INFO', 'server'):match('run_id:(%x+)')
local generation, position, writer = unpack(redis.call('HMGET', head, 'generation', 'position', 'server'))

local function begin(newGeneration, retention)
  if generation and writer == server then
    if redis.call('PTTL', head) < retention / 2 then redis.call('PEXPIRE', head, retention) end
    return
  end
  redis.call('DEL', stream, ids)
  generation, position = newGeneration, '0'
  redis.call('HSET', head, 'generation', generation, 'position', position, 'server', server)
  redis.call('PEXPIRE', head, retention)
end
`;

/** Returns the generation and the position. Arguments: the generation of a new stream, the retention in milliseconds. */
export const endScript = `${prelude}
begin(ARGV[1], tonumber(ARGV[2]))
return {generation, position}
`;

/** Returns the entries behind a position, or nothing if some are missing. Arguments: generation, position, limit. */
export const readScript = `${prelude}
local after = tonumber(ARGV[2])
if writer ~= server or generation ~= ARGV[1] or after > tonumber(position) then return false end
if after == tonumber(position) then return {} end
local entries = redis.call('XRANGE', stream, (after + 1) .. '-0', '+', 'COUNT', ARGV[3])
if #entries == 0 or entries[1][1] ~= (after + 1) .. '-0' then return false end
return entries
`;

/**
 * Adds an event unless one with its id is stored; returns whether it was added. Arguments: the generation of a new
 * stream, the retention in milliseconds, the maximum number of events, the id of the event, the event.
 */
export const appendScript = `${prelude}
local retention, maxEvents = tonumber(ARGV[2]), tonumber(ARGV[3])
begin(ARGV[1], retention)
if redis.call('ZSCORE', ids, ARGV[4]) then return 0 end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
position = redis.call('HINCRBY', head, 'position', 1)
redis.call('XADD', stream, 'MAXLEN', '~', ARGV[3], position .. '-0', 'receivedAt', now, 'event', ARGV[5])
redis.call('ZADD', ids, now, ARGV[4])

-- Each call removes a few expired events, which is more than it adds.
for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+', 'COUNT', 10)) do
  if tonumber(entry[2][2]) >= now - retention then break end
  redis.call('XDEL', stream, entry[1])
end
redis.call('ZREMRANGEBYSCORE', ids, '-inf', '(' .. (now - retention))
redis.call('ZREMRANGEBYRANK', ids, 0, -maxEvents - 1)
for _, key in ipairs({head, stream, ids}) do redis.call('PEXPIRE', key, retention) end
return 1
`;
