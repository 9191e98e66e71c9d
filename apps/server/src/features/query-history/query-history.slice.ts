import { every } from '../../platform/jobs/job.ts'
import { isContentError } from '../../platform/metadata/metadata-errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { EndedRun, RecordRun } from './query-history.port.ts'
import { queryHistoryRoutes } from './query-history.routes.ts'
import { queryHistoryStore } from './query-history.store.ts'
import { queryRecorder } from './query-recorder.ts'
import { recordedEvents } from './recorded-events.ts'

/** The SQL that was run on each project, by whom, and how it ended. */
export function queryHistorySlice(
  { gates, metadata, failed }: Platform,
  { onEnd }: { onEnd: (run: EndedRun) => void },
) {
  const store = queryHistoryStore(metadata)
  const recorder = queryRecorder({
    store,
    isPermanent: isContentError,
    onFailed: failed('Writing the query history failed'),
  })
  return {
    recorded: ((run, events) => recordedEvents(run, events, recorder.add, onEnd)) as RecordRun,
    routes: (app) => app.register(queryHistoryRoutes({ gates, store, recorder })),
    close: recorder.flush,
    jobs: [
      {
        name: 'query-history-retention',
        title: 'Delete expired query history',
        schedule: every({ hours: 1 }),
        run: store.sweep,
      },
    ],
  } satisfies SliceWithPort
}
