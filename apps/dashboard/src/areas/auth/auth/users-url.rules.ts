import {
  type UserFilter,
  type UserSort,
  userFilters,
  userSorts,
} from '@basalt/contract/auth/user-list.rules.ts'
import { aTextUpTo, oneOf } from '../../../lib/shape.ts'

/** What the page can have open over its list. */
const panels = ['view', 'new', 'invite'] as const

const SEARCH_MAX = 255
const PROVIDER_MAX = 100
/** Imported users may have ids that are no UUIDs of the standard. */
const ID_MAX = 36

/** The search parameters of the page. */
export const usersSearch = {
  panel: oneOf(panels),
  /** The user that the panel is about. */
  id: aTextUpTo(ID_MAX),
  search: aTextUpTo(SEARCH_MAX),
  filter: oneOf(userFilters),
  provider: aTextUpTo(PROVIDER_MAX),
  sort: oneOf(userSorts),
}

export interface UsersSearch {
  panel?: (typeof panels)[number] | undefined
  id?: string | undefined
  search?: string | undefined
  filter?: UserFilter | undefined
  provider?: string | undefined
  sort?: UserSort | undefined
}
