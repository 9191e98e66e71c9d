import type { IsStillVouched } from '../../http/kept-open.ts'
import type { UserStore } from './users.store.ts'

/** What other features may use of accounts. */
export type Users = Pick<UserStore, 'hasAny' | 'installationOwner'> & { isStillVouched: IsStillVouched }
