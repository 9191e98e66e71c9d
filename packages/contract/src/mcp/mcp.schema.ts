import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { mcpFeatures } from './mcp.rules.ts'

/**
 * What the address of the MCP endpoint says. Strict: `read_only-true` once meant that everything could be written, as
 * what was not understood was ignored.
 */
export const McpParameters = z.strictObject({
  /** Binds every tool to one project. */
  project_ref: ProjectRef.optional(),
  read_only: z
    .enum(['true', 'false'], 'read_only is true or false')
    .default('false')
    .transform((value) => value === 'true'),
  features: queryList(z.enum(mcpFeatures, `The feature groups are ${mcpFeatures.join(', ')}`)).optional(),
})
export type McpParameters = z.output<typeof McpParameters>

const Id = z.union([z.string(), z.number()])
const Fields = z.record(z.string(), z.unknown())

/** A message of JSON-RPC 2.0: a request has a method and an id, a notification a method only, an answer an id only. */
export const McpMessage = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: Id.optional(),
    method: z.string().min(1).max(200).optional(),
    params: Fields.optional(),
    result: Fields.optional(),
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }).partial().optional(),
  })
  .refine(
    ({ id, method, result, error }) =>
      method !== undefined || (id !== undefined && (result ?? error) !== undefined),
    'Send a request, a notification or an answer',
  )
  .meta({ id: 'McpMessage' })
export type McpMessage = z.output<typeof McpMessage>
