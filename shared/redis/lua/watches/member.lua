-- A member of the JSON of a delivery or a watch, found without decoding it: a body may have 100 kB, and the words of a search
-- may be none that Lua decodes. Quotes within texts are escaped, so that a name in quotes before a colon is a member.
local function member(text, name)
  local _, last = string.find(text, '"' .. name .. '":', 1, true)
  return last and string.match(text, '^"?([^",}]*)', last + 1)
end
