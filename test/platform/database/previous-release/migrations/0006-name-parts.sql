-- A trigram index cannot find name parts of one or two characters. This function returns every character of a name and
-- every pair of adjacent characters, for an additional index. Its cost was set after measurements: with the default
-- cost, the planner would prefer to scan all names and split each of them.
create function talent_name_parts(name text) returns text[] language plpgsql immutable strict parallel safe cost 300
as $$
declare
  folded text := lower(name);
  mark text := chr(1);
  pair text := '\1' || mark;
begin
  return string_to_array(folded, null)
    || string_to_array(regexp_replace(folded, '(..)', pair, 'g'), mark)
    || string_to_array(regexp_replace(substr(folded, 2), '(..)', pair, 'g'), mark);
end $$;

create index talent_signals_name_parts on talent_signals using gin (talent_name_parts(full_name));
