-- SQL that deals with passwords, tokens or keys was kept as it was run. Its strings are taken out; so they are now
-- before a run is written.
update query_runs set
  sql = regexp_replace(
    regexp_replace(sql, '\$([[:alpha:]_]\w*)?\$.*?(\$\1\$|$)', '''…''', 'g'),
    '''([^'']|'''')*(''|$)', '''…''', 'g'),
  error = regexp_replace(error, '"[^"]*"', '"…"', 'g')
where sql ~* '(pass(word|wd|phrase)|secret|token|credential|(api|private|access|encryption)_?key|crypt|hmac|://[^\s/:@]+:[^\s/@]+@)';
