import { policies } from '@basalt/catalog/objects/policies.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { CATALOG_KEY_PREFIX } from '@basalt/contract/query-history/query-history.rules.ts'
import { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { ToolDefinition, ToolOutput } from '../../mcp/mcp.port.ts'
import { POLICIES_MAX } from '../ai.rules.ts'
import type { ToolContext } from './tool-context.ts'

const Input = z.object({ schemas: z.array(z.string().min(1).max(63)).min(1).max(20).default(['public']) })

/** A policy as the query returns it, with lists in PostgreSQL's notation: `{anon,authenticated}`. */
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

const definition: ToolDefinition = {
  name: 'list_policies',
  description:
    'Lists the row level security policies of one or more schemas: table, command, roles and expressions.',
  parameters: {
    type: 'object',
    properties: {
      schemas: { type: 'array', items: { type: 'string' }, description: 'public by default' },
    },
  },
}

/** Runs with the caller's permissions; callers who may not run SQL get the platform's error. */
async function run(input: unknown, { ref, call }: Pick<ToolContext, 'ref' | 'call'>): Promise<ToolOutput> {
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
      // The query history and the audit log contain what users run, not what is read to answer them.
      query: { key: `${CATALOG_KEY_PREFIX}assistant` },
      body: { query: policies({ schemas: parsed.data.schemas, limit: POLICIES_MAX }), read_only: true },
    },
    { isUnrecorded: true },
  )
  const listed = z
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
  return { text: JSON.stringify(listed), isError: false }
}

export const listPolicies = { definition, run }
