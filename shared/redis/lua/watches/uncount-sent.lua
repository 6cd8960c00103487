-- Takes a message out of counts that still run.
-- KEYS[1...] counts

for _, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 0 then redis.call('DECR', key) end
end
