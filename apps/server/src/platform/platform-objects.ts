import { BOOKKEEPING_SCHEMA, PLATFORM_SCHEMAS } from '@basalt/sql/schema-owners.rules.ts'
import { USER_ROLE } from './project-databases/database-roles.ts'

/** The platform's own objects in the database of a project, which no comparison of schemas shows. */
export const PLATFORM_OBJECTS = {
  schemas: PLATFORM_SCHEMAS,
  triggerFunctionsOf: BOOKKEEPING_SCHEMA,
  ourRoles: 'basalt_*',
  owner: USER_ROLE,
}
