import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'

/** A row level security policy, with expressions as PostgreSQL prints them. */
export const StoragePolicy = z
  .object({
    name: z.string(),
    table: z.string(),
    command: z.enum(['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    /** `public` is everyone. */
    roles: z.array(z.string()),
    permissive: z.boolean(),
    /** The rows that are visible. */
    using: z.string().nullable(),
    /** The rows that may be written. */
    check: z.string().nullable(),
  })
  .meta({ id: 'StoragePolicy' })
export type StoragePolicy = z.infer<typeof StoragePolicy>

export const listStoragePolicies = endpoint({
  name: 'listStoragePolicies',
  method: 'GET',
  path: '/platform/storage/:ref/policies',
  summary: 'The policies on buckets and objects, by table and name',
  params: ProjectParams,
  response: z.array(StoragePolicy),
})
