import type { OrganizationStore } from './organizations.store.ts'

/** What other features may ask about organizations, and change in them. */
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
