import {
  listDatabasePublications,
  readPublication,
} from '@basalt/contract/database-objects/publications/publications.endpoints.ts'
import { objectKindQueries } from '../objects.queries.ts'

export const publicationQueries = objectKindQueries(listDatabasePublications, readPublication)
