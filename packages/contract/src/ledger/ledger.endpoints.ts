import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { ChangesPage, ChangesQuery } from './ledger.schema.ts'

export const listChanges = endpoint({
  name: 'listChanges',
  method: 'GET',
  path: '/platform/projects/:ref/changes',
  summary: "Changes of a project's database by its members, newest first",
  params: ProjectParams,
  query: ChangesQuery,
  response: ChangesPage,
})
