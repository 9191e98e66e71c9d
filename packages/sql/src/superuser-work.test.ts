import { expect, test } from 'vitest'
import { superuserWork } from './superuser-work.ts'

test.each([
  ['create extension pg_trgm', "select basalt.create_extension(name => 'pg_trgm')"],
  [
    '-- fuzzy\nCREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA extensions VERSION \'1.1\' CASCADE',
    "select basalt.create_extension(name => 'uuid-ossp', if_not_exists => true, schema_name => 'extensions', version => '1.1', cascade => true)",
  ],
  [
    'drop extension if exists hstore cascade',
    "select basalt.drop_extension(name => 'hstore', if_exists => true, cascade => true)",
  ],
  ['alter extension hstore update', "select basalt.update_extension(name => 'hstore')"],
  [
    'create event trigger t on ddl_command_end execute function public.f()',
    `select basalt.create_event_trigger(name => 't', event => 'ddl_command_end', function_name => '"public"."f"')`,
  ],
  [
    "create event trigger t on sql_drop when tag in ('DROP TABLE', 'DROP VIEW') execute procedure f()",
    `select basalt.create_event_trigger(name => 't', event => 'sql_drop', function_name => '"f"', tags => array['DROP TABLE', 'DROP VIEW'])`,
  ],
  [
    `create event trigger "a""b" on ddl_command_end execute function "S"."f""g"()`,
    `select basalt.create_event_trigger(name => 'a"b', event => 'ddl_command_end', function_name => '"S"."f""g"')`,
  ],
  ['drop event trigger if exists t', "select basalt.drop_event_trigger(name => 't', if_exists => true)"],
  [
    'alter event trigger t enable always',
    "select basalt.alter_event_trigger(name => 't', firing => 'enable always')",
  ],
  ['ALTER EVENT TRIGGER t DISABLE', "select basalt.alter_event_trigger(name => 't', firing => 'disable')"],
  [
    'alter event trigger t rename to "a""b"',
    `select basalt.rename_event_trigger(name => 't', new_name => 'a"b')`,
  ],
  [
    "comment on event trigger t is 'it''s'",
    "select basalt.comment_on_event_trigger(name => 't', description => 'it''s')",
  ],
  [
    String.raw`comment on event trigger t is E'a\\b''s \'c\''`,
    String.raw`select basalt.comment_on_event_trigger(name => 't', description => E'a\\b''s ''c''')`,
  ],
  [
    'comment on event trigger t is null',
    "select basalt.comment_on_event_trigger(name => 't', description => null)",
  ],
  [
    'create publication everything for all tables',
    "select basalt.create_publication_for_all_tables(name => 'everything')",
  ],
  ['drop publication everything', "select basalt.drop_publication(name => 'everything')"],
])('%s becomes a call of its guarded function', (statement, call) => {
  expect(superuserWork(statement)?.call).toBe(call)
})

test.each([
  'select 1',
  String.raw`comment on event trigger t is E'a\nb'`,
  'create table extension (id int)',
  'create extension',
  'create extension hstore; drop table x',
  'create extension hstore with nonsense',
  'create publication p for table t',
  "create publication p for all tables with (publish = 'insert')",
  'alter event trigger t owner to u',
  'alter event trigger t enable sometimes',
  "comment on extension hstore is 'a'",
  'create event trigger t on ddl_command_end when tag in (1) execute function f()',
  `create extension "${'x'.repeat(30_000)}"`,
])('%.60s is left unchanged', (statement) => {
  expect(superuserWork(statement)).toBeUndefined()
})

test('a name cannot break out of its quotes', () => {
  expect(superuserWork(`create extension "x'); drop table y; --"`)?.call).toBe(
    "select basalt.create_extension(name => 'x''); drop table y; --')",
  )
})
