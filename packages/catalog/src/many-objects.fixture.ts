/** The number of tables (each with a key, an index, a trigger and a policy), of views, of functions and of sequences. */
export const MANY = 10_000

/** Copies the rows of a system catalog that match `copied` once for each `number`, with the fields in `changes` replaced. */
const copies = (catalog: string, copied: string, changes: string) => `
  insert into pg_catalog.${catalog}
  select (jsonb_populate_record(original, jsonb_build_object(${changes}))).*
  from pg_catalog.${catalog} original, generate_series(1, ${MANY}) as number
  where ${copied}`

/** The oid of a copy of `original`. Copies with the same number are adjacent, as if the tables were created in turn. */
const copyOf = (original: string) =>
  `(${original}::int8 - 'original.first_one'::regclass::oid::int8 + 1000000 + number * 100)::text`
const name = (field: string) => `original.${field} || '_' || number`

/**
 * One object of each kind in a schema `original`, and MANY copies of each in a schema `many`. The copies exist only in the
 * catalog, which is all that the tests read: creating them by DDL would take minutes.
 */
export const MANY_OBJECTS = `
  create schema original;
  create schema many;
  create function original.touched() returns trigger language plpgsql as 'begin return new; end';
  create function original.added(a int, b int default 2) returns int language sql immutable as 'select a + b';
  create sequence original.first_one;
  create table original.parent (id int primary key);
  create table original.one (id int primary key, parent int references original.parent, note text);
  comment on table original.one is 'Said of it';
  create trigger touches before insert on original.one for each row execute function original.touched();
  create policy own on original.one using (id > 0);
  create view original.seen as select id, note from original.one;
  set allow_system_table_mods = on;
  ${copies(
    'pg_class',
    `oid in ('original.one'::regclass, 'original.one_pkey'::regclass, 'original.seen'::regclass, 'original.first_one'::regclass)`,
    `'oid', ${copyOf('original.oid')}, 'relname', ${name('relname')}, 'relnamespace', 'many'::regnamespace::oid::text`,
  )};
  ${copies(
    'pg_attribute',
    `attnum > 0 and attrelid in ('original.one'::regclass, 'original.one_pkey'::regclass, 'original.seen'::regclass)`,
    `'attrelid', ${copyOf('original.attrelid')}`,
  )};
  ${copies(
    'pg_index',
    `indexrelid = 'original.one_pkey'::regclass`,
    `'indexrelid', ${copyOf('original.indexrelid')}, 'indrelid', ${copyOf('original.indrelid')}`,
  )};
  ${copies(
    'pg_constraint',
    `conrelid = 'original.one'::regclass`,
    `'oid', ${copyOf('original.oid')}, 'connamespace', 'many'::regnamespace::oid::text, 'conrelid', ${copyOf('original.conrelid')}`,
  )};
  ${copies(
    'pg_trigger',
    `tgrelid = 'original.one'::regclass and not tgisinternal`,
    `'oid', ${copyOf('original.oid')}, 'tgrelid', ${copyOf('original.tgrelid')}`,
  )};
  ${copies(
    'pg_policy',
    `polrelid = 'original.one'::regclass`,
    `'oid', ${copyOf('original.oid')}, 'polrelid', ${copyOf('original.polrelid')}`,
  )};
  ${copies(
    'pg_rewrite',
    `ev_class = 'original.seen'::regclass`,
    `'oid', ${copyOf('original.oid')}, 'ev_class', ${copyOf('original.ev_class')}`,
  )};
  ${copies(
    'pg_proc',
    `oid = 'original.added'::regproc`,
    `'oid', ${copyOf('original.oid')}, 'proname', ${name('proname')}, 'pronamespace', 'many'::regnamespace::oid::text`,
  )};
  ${copies('pg_sequence', `seqrelid = 'original.first_one'::regclass`, `'seqrelid', ${copyOf('original.seqrelid')}`)};
  ${copies(
    'pg_description',
    `objoid = 'original.one'::regclass and classoid = 'pg_class'::regclass`,
    `'objoid', ${copyOf('original.objoid')}`,
  )};
  reset allow_system_table_mods;
  analyze`
