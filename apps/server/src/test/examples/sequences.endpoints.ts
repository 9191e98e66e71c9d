import { endpoint } from '@basalt/contract/endpoint.ts'
import { ProjectRef } from '@basalt/contract/projects/projects.schema.ts'
import { z } from 'zod'

export const listSequences = endpoint({
  name: 'listSequences',
  method: 'GET',
  path: '/platform/projects/:ref/database/sequences',
  summary: "The sequences of a project's database, by name",
  params: z.object({ ref: ProjectRef }),
  response: z.array(z.object({ schema: z.string(), name: z.string(), type: z.string() })),
})
