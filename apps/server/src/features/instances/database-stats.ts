import type pg from 'pg'

/** Size in bytes, and client connections without the server's own workers and this one. */
export async function databaseStats(client: pg.Client) {
  const { rows } = await client.query<{ bytes: string; used: string; max: string }>(`
    select pg_database_size(current_database()) as bytes,
           (select count(*) from pg_stat_activity
             where backend_type = 'client backend' and pid <> pg_backend_pid()) as used,
           current_setting('max_connections') as max`)
  const { bytes, used, max } = rows[0]!
  return { database_bytes: Number(bytes), connections: { used: Number(used), max: Number(max) } }
}
