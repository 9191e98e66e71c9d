import type { OrganizationStore } from './organizations.store.ts'

/** What other features may use of organizations. */
export type Organizations = Pick<
  OrganizationStore,
  | 'findFor'
  | 'idOf'
  | 'aiLevelOf'
  | 'changePlan'
  | 'mfa'
  | 'requireMfa'
  | 'membersWithoutMfa'
  | 'requiringMfa'
>
