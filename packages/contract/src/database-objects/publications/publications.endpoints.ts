import { endpoint } from '../../endpoint.ts'
import { ProjectParams } from '../../projects/projects.schema.ts'
import { ObjectParams } from '../database-objects.schema.ts'
import { Publication, PublicationListQuery, PublicationPage } from './publications.schema.ts'

export const listDatabasePublications = endpoint({
  name: 'listDatabasePublications',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-publications',
  summary: 'The publications of a database, by name',
  params: ProjectParams,
  query: PublicationListQuery,
  response: PublicationPage,
})

export const readPublication = endpoint({
  name: 'readPublication',
  method: 'GET',
  path: '/platform/pg-meta/:ref/database-publications/:oid',
  summary: 'A publication as a form changes it, with its tables',
  params: ObjectParams,
  response: Publication,
})
