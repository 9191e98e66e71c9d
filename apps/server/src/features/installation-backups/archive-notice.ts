import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice } from '../notifications/notifications.port.ts'

/** The notice to the owner of the installation when the log of the metadata has not been stored for a while. */
export const archiveBehindNotice = (failure: string, edition: Edition): Notice => ({
  name: 'installation_archive_behind',
  priority: 'Critical',
  title: 'The latest changes of the installation are not backed up',
  message: `${escapeMarkdown(failure)}\n\nIf this machine is lost now, so are the latest changes of accounts, organizations and settings. Backing them up continues by itself once the cause is fixed.`,
  actions: edition === 'platform' ? [{ label: 'Open backups', url: '/account/backups' }] : [],
  key: 'installation-archive',
})
