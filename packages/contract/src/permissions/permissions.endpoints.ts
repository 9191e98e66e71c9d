import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Permission } from './permissions.schema.ts'

export const listPermissions = endpoint({
  name: 'listPermissions',
  method: 'GET',
  path: '/platform/profile/permissions',
  summary: "The caller's permissions in every organization and project",
  response: z.array(Permission),
})
