import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import { Domain, DomainListQuery, DomainPage } from './domains.schema.ts'

export const listDomains = endpoint({
  name: 'listDomains',
  method: 'GET',
  path: '/platform/pg-meta/:ref/domains',
  summary: 'The domains of a schema, by name',
  params: ProjectParams,
  query: DomainListQuery,
  response: DomainPage,
})

export const readDomain = endpoint({
  name: 'readDomain',
  method: 'GET',
  path: '/platform/pg-meta/:ref/domains/:oid',
  summary: 'A domain as a form changes it',
  params: ObjectParams,
  response: Domain,
})
