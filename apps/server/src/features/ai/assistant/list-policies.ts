import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { CATALOG_KEY_PREFIX } from '@basalt/contract/query-history/query-history.rules.ts'
import { quoteLiteral } from '@basalt/sql/quote.ts'
import { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { ToolAnswer } from '../../mcp/mcp.port.ts'
import { POLICIES_TOLD } from '../ai.rules.ts'
import type { ToolForModel } from '../chat-endpoint.ts'
import type { ToolPlace } from './tool-place.ts'

const Input = z.object({ schemas: z.array(z.string().min(1).max(63)).min(1).max(20).default(['public']) })

const policiesIn = (schemas: readonly string[]) => `
  select schemaname as schema, tablename as table, policyname as name, permissive, roles, cmd as command,
    qual as using, with_check
  from pg_catalog.pg_policies where schemaname in (${schemas.map(quoteLiteral).join(', ')})
  order by schemaname, tablename, policyname limit ${POLICIES_TOLD}`

const described: ToolForModel = {
  name: 'list_policies',
  description:
    'Lists the row level security policies of one or more schemas: table, command, roles and expressions.',
  parameters: {
    type: 'object',
    properties: {
      schemas: { type: 'array', items: { type: 'string' }, description: 'public unless said' },
    },
  },
}

/** Read as the caller, who may be a member that runs no SQL: then the refusal is the answer. */
async function run(input: unknown, { ref, call }: Pick<ToolPlace, 'ref' | 'call'>): Promise<ToolAnswer> {
  const parsed = Input.safeParse(input ?? {})
  if (!parsed.success)
    throw new AppError(
      'validation_failed',
      `Wrong arguments for list_policies: ${z.prettifyError(parsed.error)}`,
    )
  const policies = await call(
    runQuery,
    {
      params: { ref },
      // In the query history and the audit log is what was asked for, not what is read to answer it.
      query: { key: `${CATALOG_KEY_PREFIX}assistant` },
      body: { query: policiesIn(parsed.data.schemas), read_only: true },
    },
    { isUnrecorded: true },
  )
  return { text: JSON.stringify(policies), isError: false }
}

export const listPolicies = { described, run }
