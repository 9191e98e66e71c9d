import { every } from '../../platform/jobs/job.ts'
import { isContentError } from '../../platform/metadata/metadata-errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { httpLogRoutes } from './http-log.routes.ts'
import { httpLogStore } from './http-log.store.ts'
import { httpLogWriter } from './http-log-writer.ts'

/** The log of calls to projects' APIs. */
export function httpLogSlice({ gates, metadata, now, failed }: Platform) {
  const store = httpLogStore(metadata)
  const writer = httpLogWriter({
    ...store,
    now,
    isPermanent: isContentError,
    onFailed: failed('Writing the HTTP log failed'),
  })
  return {
    add: writer.add,
    routes: (app) => app.register(httpLogRoutes({ gates, store, flush: writer.flush })),
    close: writer.flush,
    jobs: [
      {
        name: 'http-log-retention',
        title: 'Delete expired API logs',
        schedule: every({ hours: 1 }),
        run: writer.prune,
      },
    ],
    forget: writer.forget,
  } satisfies SliceWithPort
}
