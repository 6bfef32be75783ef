-- With the default of 100, the planner underestimates how many signals share a frequent name, and sorts all their matches
-- instead of reading the newest signals. Set again, because 0017 replaced the index.
alter index talent_signals_full_name alter column 1 set statistics 200;
