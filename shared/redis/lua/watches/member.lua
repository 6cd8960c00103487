-- A member of the JSON of a watch or an attempt, found without decoding it, since Lua may not decode the words of a search.
-- Quotes within texts are escaped, so that a name in quotes before a colon is a member.
local function member(text, name)
  local _, last = string.find(text, '"' .. name .. '":', 1, true)
  return last and string.match(text, '^"?([^",}]*)', last + 1)
end
