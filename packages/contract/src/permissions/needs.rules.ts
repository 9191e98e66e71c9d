import { addonNeeds } from '../addons/addons.needs.ts'
import { advisorNeeds } from '../advisors/advisors.needs.ts'
import { apiDocsNeeds } from '../api-docs/api-docs.needs.ts'
import { auditNeeds } from '../audit/audit.needs.ts'
import { authNeeds } from '../auth/auth.needs.ts'
import { backupNeeds } from '../backups/backups.needs.ts'
import { billingNeeds } from '../billing/billing.needs.ts'
import { branchNeeds } from '../branches/branches.needs.ts'
import { dataApiSettingsNeeds } from '../data-api-settings/data-api-settings.needs.ts'
import { databaseImportNeeds } from '../database-import/database-import.needs.ts'
import { dumpNeeds } from '../dump/dump.needs.ts'
import { integrationNeeds } from '../integrations/integrations.needs.ts'
import { keyNeeds } from '../keys/keys.needs.ts'
import { ledgerNeeds } from '../ledger/ledger.needs.ts'
import { logDrainNeeds } from '../log-drains/log-drains.needs.ts'
import { logSearchNeeds } from '../log-searches/log-searches.needs.ts'
import { logNeeds } from '../logs/logs.needs.ts'
import { memberNeeds } from '../members/members.needs.ts'
import { mergeRequestNeeds } from '../merge-requests/merge-requests.needs.ts'
import { mfaNeeds } from '../mfa/mfa.needs.ts'
import { networkAccessNeeds } from '../network-access/network-access.needs.ts'
import { notificationNeeds } from '../notifications/notifications.needs.ts'
import { organizationNeeds } from '../organizations/organizations.needs.ts'
import { poolerNeeds } from '../poolers/poolers.needs.ts'
import { productionLockNeeds } from '../production-lock/production-lock.needs.ts'
import { projectNeeds } from '../projects/projects.needs.ts'
import { queryNeeds } from '../query/query.needs.ts'
import { queryHistoryNeeds } from '../query-history/query-history.needs.ts'
import { replicaNeeds } from '../replicas/replicas.needs.ts'
import { sleepNeeds } from '../sleep/sleep.needs.ts'
import { snippetNeeds } from '../snippets/snippets.needs.ts'
import { storageNeeds } from '../storage/storage.needs.ts'
import { tableViewNeeds } from '../table-views/table-views.needs.ts'
import { timeMachineNeeds } from '../time-machine/time-machine.needs.ts'
import { usageNeeds } from '../usage/usage.needs.ts'

/**
 * Every action that needs a permission, from all features. The server's routes state one of these, and the dashboard
 * disables its controls by the same one, so that a control says no where the server would.
 */
export const needs = {
  ...organizationNeeds,
  ...memberNeeds,
  ...mfaNeeds,
  ...auditNeeds,
  ...integrationNeeds,
  ...notificationNeeds,
  ...billingNeeds,
  ...timeMachineNeeds,
  ...usageNeeds,
  ...projectNeeds,
  ...productionLockNeeds,
  ...dumpNeeds,
  ...databaseImportNeeds,
  ...poolerNeeds,
  ...sleepNeeds,
  ...networkAccessNeeds,
  ...addonNeeds,
  ...branchNeeds,
  ...mergeRequestNeeds,
  ...replicaNeeds,
  ...backupNeeds,
  ...keyNeeds,
  ...dataApiSettingsNeeds,
  ...apiDocsNeeds,
  ...storageNeeds,
  ...authNeeds,
  ...logNeeds,
  ...logDrainNeeds,
  ...logSearchNeeds,
  ...queryHistoryNeeds,
  ...ledgerNeeds,
  ...queryNeeds,
  ...advisorNeeds,
  ...snippetNeeds,
  ...tableViewNeeds,
} as const

export type NeedKey = keyof typeof needs
