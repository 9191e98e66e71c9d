import { policies } from '@basalt/catalog/objects/policies.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { CATALOG_KEY_PREFIX } from '@basalt/contract/query-history/query-history.rules.ts'
import { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { ToolAnswer } from '../../mcp/mcp.port.ts'
import { POLICIES_TOLD } from '../ai.rules.ts'
import type { ToolForModel } from '../chat-endpoint.ts'
import type { ToolPlace } from './tool-place.ts'

const Input = z.object({ schemas: z.array(z.string().min(1).max(63)).min(1).max(20).default(['public']) })

/** What the model is told of a policy. A query's answer has lists as PostgreSQL writes them: `{anon,authenticated}`. */
const Row = z.object({
  schema: z.string(),
  table: z.string(),
  name: z.string(),
  roles: z.string(),
  command: z.string(),
  is_permissive: z.boolean(),
  using: z.string().nullable(),
  with_check: z.string().nullable(),
})

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
  const rows = await call(
    runQuery,
    {
      params: { ref },
      // In the query history and the audit log is what was asked for, not what is read to answer it.
      query: { key: `${CATALOG_KEY_PREFIX}assistant` },
      body: { query: policies({ schemas: parsed.data.schemas, limit: POLICIES_TOLD }), read_only: true },
    },
    { isUnrecorded: true },
  )
  const told = z
    .array(Row)
    .parse(rows)
    .map((policy) => ({
      schema: policy.schema,
      table: policy.table,
      name: policy.name,
      permissive: policy.is_permissive ? 'PERMISSIVE' : 'RESTRICTIVE',
      roles: policy.roles,
      command: policy.command,
      using: policy.using,
      with_check: policy.with_check,
    }))
  return { text: JSON.stringify(told), isError: false }
}

export const listPolicies = { described, run }
