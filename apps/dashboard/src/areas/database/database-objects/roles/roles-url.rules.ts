import { aFlag, type SearchOf } from '../../../../lib/shape.ts'
import { objectsSearch } from '../objects-url.rules.ts'

const { find, panel, id } = objectsSearch

/** The search parameters of the page of roles. */
export const rolesSearch = {
  find,
  panel,
  id,
  /** Only roles that have connections now. */
  active: aFlag,
}

export type RolesSearch = SearchOf<typeof rolesSearch>
