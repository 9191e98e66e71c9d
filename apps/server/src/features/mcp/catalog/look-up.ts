import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { CATALOG_KEY_PREFIX } from '@basalt/contract/query-history/query-history.rules.ts'
import { z } from 'zod'
import type { ProjectToolContext } from '../tool.ts'

/** In the query history and the audit log is what was asked for, not what the server reads to answer it. */
const KEY = `${CATALOG_KEY_PREFIX}mcp`

/**
 * Rows that SQL of our own reads in a project's database, as the caller and without changing anything. Columns that
 * `row` does not name are left out, unless the rows are to be whole.
 */
export async function lookUp<Row extends z.ZodRawShape>(
  { call, project }: Pick<ProjectToolContext, 'call' | 'project'>,
  query: string,
  row: Row,
  extent: 'named' | 'whole' = 'named',
) {
  const rows = await call(
    runQuery,
    { params: { ref: project.ref }, query: { key: KEY }, body: { query, read_only: true } },
    { isUnrecorded: true },
  )
  return z.array(extent === 'whole' ? z.looseObject(row) : z.object(row)).parse(rows)
}
