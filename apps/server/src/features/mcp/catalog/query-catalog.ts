import { MCP_CATALOG_BYTES } from '@basalt/contract/mcp/mcp.rules.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { TRUNCATED_HEADER } from '@basalt/contract/query/query.rules.ts'
import { CATALOG_KEY_PREFIX } from '@basalt/contract/query-history/query-history.rules.ts'
import { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { ProjectToolContext } from '../tool.ts'

/** Keeps queries of the server itself out of the query history and the audit log. */
const KEY = `${CATALOG_KEY_PREFIX}mcp`

/**
 * Runs a read-only query in a project's database as the caller. With `named` the rows have only the columns of `row`,
 * with `all` every column.
 */
export async function queryCatalog<Row extends z.ZodRawShape>(
  { call, project }: Pick<ProjectToolContext, 'call' | 'project'>,
  query: string,
  row: Row,
  columns: 'named' | 'all' = 'named',
) {
  let isCut = false
  const rows = await call(
    runQuery,
    {
      params: { ref: project.ref },
      query: { key: KEY },
      body: { query, read_only: true, max_bytes: MCP_CATALOG_BYTES },
    },
    {
      isUnrecorded: true,
      onHeaders: (headers) => {
        isCut = headers[TRUNCATED_HEADER] !== undefined
      },
    },
  )
  if (isCut)
    throw new AppError(
      'too_large',
      'The result is too large for one answer. Query the catalog with execute_sql.',
    )
  return z.array(columns === 'all' ? z.looseObject(row) : z.object(row)).parse(rows)
}
