import type { IsStillVouched } from '../../http/kept-open.ts'
import type { UserStore } from './users.store.ts'

/** What other features may ask about accounts. */
export type Users = Pick<UserStore, 'hasAny' | 'installationOwner'> & { isStillVouched: IsStillVouched }
