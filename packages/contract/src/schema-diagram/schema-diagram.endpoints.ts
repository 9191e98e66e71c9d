import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { DiagramQuery, SchemaDiagram, SchemaSql } from './schema-diagram.schema.ts'

export const readSchemaDiagram = endpoint({
  name: 'readSchemaDiagram',
  method: 'GET',
  path: '/platform/pg-meta/:ref/schema-diagram',
  summary: 'The tables of a schema with their columns, keys and foreign keys',
  params: ProjectParams,
  query: DiagramQuery,
  response: SchemaDiagram,
})

export const readSchemaSql = endpoint({
  name: 'readSchemaSql',
  method: 'GET',
  path: '/platform/pg-meta/:ref/schema-diagram/sql',
  summary: 'The SQL that creates the tables of a schema as they are',
  params: ProjectParams,
  query: DiagramQuery,
  response: SchemaSql,
})
