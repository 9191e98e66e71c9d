import type { IsCredentialValid } from '../../http/watch-access.ts'
import type { UserStore } from './users.store.ts'

/** What other features may use of accounts. */
export type Users = Pick<UserStore, 'hasAny' | 'installationOwner'> & { isCredentialValid: IsCredentialValid }
