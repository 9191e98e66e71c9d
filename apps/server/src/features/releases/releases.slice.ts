import { RELEASES_CHECK_HOURS } from '@basalt/contract/releases/releases.rules.ts'
import { escapeMarkdown } from '../../platform/escape-markdown.ts'
import { every } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { Notice, Notifier } from '../notifications/notifications.port.ts'
import { readDeployment } from './deployment.ts'
import { releaseWatch } from './release-watch.ts'
import { releaseRoutes } from './releases.routes.ts'

/** The running release, and the newest one when the operator configures a release list. */
export function releasesSlice(
  { gates, config, version, users }: Platform,
  { notifier }: { notifier: Pick<Notifier, 'notifyUserOnce'> },
) {
  const { dashboardDir, releasesUrl } = config
  const current = `v${version}`
  const releases = releaseWatch({
    url: releasesUrl,
    current,
    async onUpdate(latest) {
      const owner = await users.installationOwner()
      if (owner) await notifier.notifyUserOnce(owner.id, releaseNotice(latest, current))
    },
  })
  return {
    check: releases.check,
    /** The commit that the running program was built from; null when unknown. */
    commit: async () => (await readDeployment(dashboardDir)).commitSha,
    routes: (app) => app.register(releaseRoutes({ gates, dashboardDir, releases })),
    jobs:
      releasesUrl === undefined
        ? []
        : [
            {
              name: 'release-check',
              title: 'Check for new releases',
              schedule: every({ hours: RELEASES_CHECK_HOURS }),
              atStart: true,
              // An installation without internet access would be notified every day.
              notifiesOwner: false,
              run: ({ signal }) => releases.check(signal),
            },
          ],
  } satisfies SliceWithPort
}

/** The notification for the owner of the installation when a newer release is available. */
const releaseNotice = (version: string, current: string): Notice => ({
  name: 'new_version',
  priority: 'Info',
  title: `Basalt ${version} is available`,
  message: `This installation runs ${escapeMarkdown(current)}. Upgrading keeps your data.`,
  actions: [{ label: 'How to upgrade', url: '/docs/upgrade' }],
  key: `release:${version}`,
})
