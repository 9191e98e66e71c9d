import { SQLDialect } from '@codemirror/lang-sql'

/**
 * The words that make up statements, from PostgreSQL's list of key words (appendix C of its manual). The grammar's own
 * list also highlights hundreds of words that are far more often column names, such as id, name, data and token.
 */
export const keywords = `
  abort add after all alter always analyse analyze and any array as asc asymmetric atomic authorization before begin
  between both by call cascade case cast check checkpoint cluster collate column comment commit concurrently conflict
  constraint copy create cross cube current_catalog current_date current_role current_schema current_time
  current_timestamp current_user cursor database deallocate declare default deferrable deferred definer delete desc
  disable discard distinct do domain drop each else enable end except exclude execute exists explain extension fetch
  filter following for force foreign from full function generated grant group grouping having if ilike immediate
  immutable in index inherits initially inner insert instead intersect into invoker is isnull isolation join language
  lateral leading leakproof left like limit listen load local localtime localtimestamp lock materialized matched merge
  minvalue maxvalue natural no not nothing notify notnull null nulls of offset on only or order ordinality outer over
  overlaps overriding owned owner partition placing policy preceding prepare primary privileges procedure publication
  recursive references refresh reindex release rename replace replica reset restrict restricted returning returns
  revoke right rollback rollup routine row rows rule savepoint schema security select sequence serializable session
  session_user set setof sets show similar skip some stable statement statistics stored strict subscription symmetric
  table tablesample tablespace temp temporary then ties to trailing transaction trigger truncate type unbounded union
  unique unlisten unlogged until update using vacuum validate values variadic verbose view virtual volatile when where
  window with within without work
`

/** The names and aliases of PostgreSQL's built-in types. */
const types = `
  bigint bigserial bit bool boolean box bytea char character cidr circle date datemultirange daterange decimal double
  float float4 float8 inet int int2 int4 int4multirange int4range int8 int8multirange int8range integer interval json
  jsonb jsonpath line lseg macaddr macaddr8 money numeric nummultirange numrange oid pg_lsn pg_snapshot point polygon
  precision real regclass regproc regrole regtype serial serial2 serial4 serial8 smallint smallserial text time timestamp
  timestamptz timetz tsmultirange tsquery tsrange tstzmultirange tstzrange tsvector uuid varbit varchar varying xml
`

const words = (list: string) => list.trim().replace(/\s+/g, ' ')

/** Replaces the grammar's own PostgreSQL dialect, whose word lists would be loaded but not used. */
export const postgresDialect = SQLDialect.define({
  charSetCasts: true,
  doubleDollarQuotedStrings: true,
  operatorChars: '+-*/<>=~!@#%^&|`?',
  specialVar: '',
  keywords: words(keywords),
  types: words(types),
})
