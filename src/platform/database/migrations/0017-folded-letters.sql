-- Folds more letters alike on every database, as `foldText` in `tools/` does:
-- - The final sigma ς becomes σ. Whether `lower` turns a Σ at the end of a word into ς depends on the locale.
-- - The letters in ranges have a lower case, or are decomposed, only in recent versions of Unicode, which the database
--   may not know.
-- - U+1FFD is normalized to an acute accent, and so to an apostrophe.
create or replace function folded_letters(name text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(name) = char_length(name) then lower(name)
    when name !~ '[øØłŁđĐðÐı‘’‚‛ʼ′´“”„‟«»″‐‑‒–—― ßẞæÆǢǣǼǽœŒþÞǾǿΣς\u1ffd\u1c89\u24b6-\u24cf\u2c2f\ua7c0\ua7c7\ua7c9\ua7cb-\ua7cc\ua7ce\ua7d0\ua7d2\ua7d4\ua7d6\ua7d8\ua7da\ua7dc\ua7f5\U00010570-\U0001057a\U0001057c-\U0001058a\U0001058c-\U00010592\U00010594-\U00010595\U000105c9\U000105e4\U00010d50-\U00010d65\U00016ea0-\U00016eb8]' then lower(normalize(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'), nfc))
    else replace(replace(replace(replace(translate(lower(normalize(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'), nfc)), 'øØłŁđĐðÐı‘’‚‛ʼ′´“”„‟«»″‐‑‒–—― ςᲉⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏⰯꟀꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𐗉𐗤', 'oollddddi''''''''''''''"""""""------ σᲊⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⱟꟁꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𐗒𐗚'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end $$;

-- New indexes replace those whose entries were computed by the previous function. PostgreSQL expands calls of both functions,
-- so an index on one also serves queries with the other.
create index concurrently talent_signals_folded_name on talent_signals using gin (folded_letters(full_name) gin_trgm_ops);
create index concurrently talent_signals_folded_parts on talent_signals
  using gin (talent_name_parts(folded_letters(full_name)));
-- The body has no quotes, so PostgreSQL looks up `folded_letters` now. It could not find it while a backup is restored,
-- when the search path is empty.
create or replace function folded_text(name text) returns text language sql immutable parallel safe
  return folded_letters(name);
update talent_companies set name = name where folded_name <> folded_text(name);
update talent_institutions set name = name where folded_name <> folded_text(name);
update talent_cities set name = name where folded_name <> folded_text(name);
-- Last, because these statements block all reads of signals until the end of the transaction.
drop index talent_signals_full_name;
drop index talent_signals_name_parts;
alter index talent_signals_folded_name rename to talent_signals_full_name;
alter index talent_signals_folded_parts rename to talent_signals_name_parts;
