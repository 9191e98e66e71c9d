import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ProjectRef } from '../projects/projects.schema.ts'
import { Text } from '../text.ts'

export const downloadDump = endpoint({
  name: 'downloadDump',
  method: 'GET',
  path: '/platform/projects/:ref/dump',
  summary: 'The whole database as SQL that psql restores into an empty PostgreSQL 18',
  params: z.object({ ref: ProjectRef }),
  response: z.string(),
  media: 'file',
  audit: { title: 'Download the database', reveals: true },
})

export const dumpOnMachine = endpoint({
  name: 'dumpOnMachine',
  method: 'POST',
  path: '/platform/dumps',
  summary: 'The whole database of a project as SQL, for a program that can read the key file',
  body: z.strictObject({ ref: ProjectRef, proof: Text.max(2000) }),
  response: z.string(),
  media: 'file',
  audit: { title: 'Dump a database on the machine', keeps: ['ref'] },
})
