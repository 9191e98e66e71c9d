import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from './select-gate.ts'
import { quoteLiteral } from './sql-text.ts'

let instance: DuckDBInstance
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:')
})
afterAll(() => instance.closeSync())

async function refusal(sql: string) {
  const connection = await instance.connect()
  const tree = await connection.runAndReadAll(`select json_serialize_sql(${quoteLiteral(sql)}) as tree`)
  connection.closeSync()
  return refusalOf(String(tree.getRowObjectsJson()[0]!.tree), ['edge_logs', 'errors'])
}

test.each([
  'select status, count(*) from edge_logs group by 1 having count(*) > 1 order by 2 limit 5; -- all',
  'from Edge_Logs select event_message',
  'select * from edge_logs e join errors o on e.id = o.id left join lateral (select e.id + 1) on true',
  'select * from edge_logs where id in (select id from errors) union all select * from edge_logs',
  'with late as (from errors), later as (from late) select (select count(*) from later) from unnest([1])',
  'with recursive n as (select 1 as x union all select x + 1 from n where x < 3) select * from n',
  'select x from (values (1), (2)) as t(x), generate_series(1, 2)',
  `select date_trunc('hour', timestamp), quantile_cont(duration_ms, 0.95) over (order by id) from edge_logs qualify true`,
])('%s may run', async (sql) => {
  expect(await refusal(sql)).toBeUndefined()
})

test.each<[string, RegExp]>([
  // Files
  [`select * from read_text('/data/secret.txt')`, /read_text is not available/],
  [`select * from '/data/secret.txt'`, /no source/],
  [`select * from '/data/other/1.parquet'`, /no source/],
  [`select * from read_parquet('/data/other/1.parquet')`, /read_parquet is not available/],
  [`select * from parquet_metadata('/data/shop/1.parquet')`, /parquet_metadata is not available/],
  [`select * from glob('/data/**')`, /glob is not available/],
  [`select (select count(*) from read_csv('/etc/passwd'))`, /read_csv is not available/],
  [`with edge as (select * from '/etc/passwd') select * from edge`, /no source/],
  // A name of a WITH is known only where DuckDB knows it.
  [`select * from (with "/etc/passwd" as (select 1) select 1), '/etc/passwd'`, /no source/],
  [`with duckdb_settings as (select * from duckdb_settings) select * from duckdb_settings`, /no source/],
  // Writing and other statements
  [`copy edge_logs to '/data/stolen.csv'`, /Only a SELECT/],
  [`copy (select 1) to '/data/shop/1.parquet' (format parquet)`, /Only a SELECT/],
  [`export database '/data'`, /Only a SELECT/],
  [`attach '/data/new.db'`, /Only a SELECT/],
  [`create table t as select 1`, /Only a SELECT/],
  [`insert into edge_logs select 1`, /Only a SELECT/],
  [`install httpfs`, /Only a SELECT/],
  [`load httpfs`, /Only a SELECT/],
  [`set memory_limit = '10GB'`, /Only a SELECT/],
  [`reset memory_limit`, /Only a SELECT/],
  [`call enable_logging()`, /Only a SELECT/],
  [`pragma database_list`, /Only a SELECT/],
  [`checkpoint`, /Only a SELECT/],
  [`explain analyze select 1`, /Only a SELECT/],
  [`select 1; select 2`, /Only one statement/],
  ['', /Only one statement/],
  // What the process knows
  [
    `select * from enable_logging(storage = 'file', storage_path = '/data')`,
    /enable_logging is not available/,
  ],
  [`select * from duckdb_settings()`, /duckdb_settings is not available/],
  [`select * from duckdb_views`, /no source/],
  [`select sql from sqlite_master`, /no source/],
  [`select * from information_schema.tables`, /no source information_schema.tables/],
  [`select * from pragma_database_list`, /no source/],
  [`select * from query('select 1')`, /query is not available/],
  [`select * from query_table('edge_logs')`, /query_table is not available/],
  [`select current_setting('allowed_paths')`, /current_setting is not available/],
  [`select getenv('HOME')`, /getenv is not available/],
  [`describe edge_logs`, /Only a SELECT/],
  [`show tables`, /Only a SELECT/],
  [`select $1`, /no parameters/],
  // Mistakes
  [`selec 1`, /syntax error/],
  [`select 'a`, /unterminated/],
])('%s is refused', async (sql, reason) => {
  expect(await refusal(sql)).toMatch(reason)
})
