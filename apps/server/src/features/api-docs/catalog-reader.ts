import { AUTHENTICATOR_ROLE } from '../../platform/project-databases/database-roles.ts'

/** The role that reads the catalog. The search path is empty, so that type names include their schema. */
export const CATALOG_READER = { role: AUTHENTICATOR_ROLE, claims: {}, settings: { search_path: '' } }
