import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import type { Notice } from '../notifications/notifications.port.ts'

/** What the owner of the installation is told when there is a newer release than the one that runs. */
export const releaseNotice = (version: string, current: string): Notice => ({
  name: 'new_version',
  priority: 'Info',
  title: `Basalt ${version} is available`,
  message: `This installation runs ${escapeMarkdown(current)}. Upgrade it when it suits you: the data stay.`,
  actions: [{ label: 'How to upgrade', url: '/docs/upgrade' }],
  key: `release:${version}`,
})
