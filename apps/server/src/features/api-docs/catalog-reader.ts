import { AUTHENTICATOR_ROLE } from '../../platform/project-databases/database-roles.ts'

/** As whom the catalog is read. With an empty search path, because only so the names of types are whole. */
export const CATALOG_READER = { role: AUTHENTICATOR_ROLE, claims: {}, settings: { search_path: '' } }
