import { z } from 'zod'
import { queryList } from '../endpoint.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { mcpFeatures } from './mcp.rules.ts'

/**
 * The query parameters of the MCP endpoint. Strict, because an ignored typo such as `read_only-true` would allow writes.
 */
export const McpParameters = z
  .strictObject({
    /** Binds every tool to one project. */
    project_ref: ProjectRef.optional(),
    /** `auto`: what a session changes lands on a branch of that project which is its own. */
    branch: z.literal('auto', 'branch is auto').optional(),
    read_only: z
      .enum(['true', 'false'], 'read_only is true or false')
      .default('false')
      .transform((value) => value === 'true'),
    features: queryList(z.enum(mcpFeatures, `The feature groups are ${mcpFeatures.join(', ')}`)).optional(),
  })
  .refine(
    ({ branch, read_only }) => branch === undefined || !read_only,
    'branch=auto and read_only=true exclude each other',
  )
export type McpParameters = z.output<typeof McpParameters>

const Id = z.union([z.string(), z.number()])
const Fields = z.record(z.string(), z.unknown())

/** A JSON-RPC 2.0 message: a request has a method and an id, a notification only a method, a response only an id. */
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
    'Send a request, a notification or a response',
  )
  .meta({ id: 'McpMessage' })
export type McpMessage = z.output<typeof McpMessage>
