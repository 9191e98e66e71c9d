/** Queries to begin with. */
export const logTemplates: readonly { title: string; sql: string }[] = [
  {
    title: 'Newest errors of all sources',
    sql: `select timestamp, 'API gateway' as source, event_message from edge_logs where level = 'error'
union all
select timestamp, 'Postgres', event_message from postgres_logs where level = 'error'
order by timestamp desc
limit 100`,
  },
  {
    title: 'Requests per minute and status',
    sql: `select date_trunc('minute', timestamp) as minute, status, count(*) as requests
from edge_logs
group by all
order by minute desc, requests desc
limit 500`,
  },
  {
    title: 'Slowest paths',
    sql: `select split_part(path, '?', 1) as path, count(*) as requests,
  round(avg(duration_ms), 1) as mean_ms, round(quantile_cont(duration_ms, 0.95), 1) as p95_ms
from edge_logs
group by 1
order by p95_ms desc
limit 50`,
  },
  {
    title: 'Errors of the database and the requests that caused them',
    sql: `select p.timestamp, p.sqlstate, p.event_message, e.method, e.path, e.status
from postgres_logs p
left join edge_logs e on e.request_id = p.request_id
where p.level = 'error'
order by p.timestamp desc
limit 100`,
  },
  {
    title: 'Clients with most refused requests',
    sql: `select address, user_agent, count(*) as refused
from edge_logs
where status in (401, 403, 429)
group by all
order by refused desc
limit 50`,
  },
  {
    title: 'Logins at the poolers',
    sql: `select user_name, address, outcome, count(*) as logins, max(timestamp) as last
from pooler_logs
group by all
order by logins desc
limit 100`,
  },
]

/** Rows as the grid takes them: column by column. */
export const columnsOf = (rows: readonly (readonly (string | null)[])[], count: number) =>
  Array.from({ length: count }, (_, column) => rows.map((row) => row[column] ?? null))

/** DuckDB's name of a type as PostgreSQL calls it, by which the grid aligns numbers. */
export function gridType(type: string): string {
  if (/^DECIMAL/.test(type)) return 'numeric'
  return gridTypes[type] ?? type.toLowerCase()
}

const gridTypes: Record<string, string> = {
  TINYINT: 'int2',
  SMALLINT: 'int2',
  INTEGER: 'int4',
  BIGINT: 'int8',
  HUGEINT: 'numeric',
  UBIGINT: 'numeric',
  UINTEGER: 'int8',
  FLOAT: 'float4',
  DOUBLE: 'float8',
  VARCHAR: 'text',
}
