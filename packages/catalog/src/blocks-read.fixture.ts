import type pg from 'pg'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Blocks that a statement looks at. */
export async function blocksRead(client: pg.Client, sql: string): Promise<number> {
  const explain = `explain (analyze, buffers, timing off, format json) ${sql}`
  // The first run fills the session's caches.
  await client.query(explain)
  const { rows } = await client.query(explain)
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }]
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
