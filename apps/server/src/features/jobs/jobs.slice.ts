import { START_DELAY_MS } from '../../platform/jobs/jobs.rules.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Notifier } from '../notifications/notifications.port.ts'
import { jobNotice } from './job-notice.ts'
import { jobRoutes } from './jobs.routes.ts'

/** Runs the background jobs of all features, and lists them for the owner of the installation. */
export function jobsSlice(
  { gates, config, jobs, installationOwnerId }: Platform,
  { notifier }: { notifier: Pick<Notifier, 'notifyUser'> },
): Slice {
  jobs.onDeadLetter(async (run) => {
    const ownerId = await installationOwnerId()
    if (ownerId !== undefined) await notifier.notifyUser(ownerId, jobNotice(run, config.edition))
  })
  return {
    routes: (app) => app.register(jobRoutes({ gates, jobs })),
    start: (resumed) => jobs.start(resumed, START_DELAY_MS),
    close: jobs.close,
  }
}
