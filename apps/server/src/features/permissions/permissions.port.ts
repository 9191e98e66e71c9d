import type { PermissionStore } from './permissions.store.ts'

/** What other features can query about the rights of members. */
export type Permissions = Pick<
  PermissionStore,
  'accessToOrganization' | 'accessToProject' | 'usableAccess' | 'mayReceiveEvents'
>
