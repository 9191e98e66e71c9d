import { listChanges } from '@basalt/contract/ledger/ledger.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { mount } from '../../http/mount.ts'
import { every } from '../../platform/jobs/job.ts'
import { isContentError } from '../../platform/metadata/metadata-errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import { changeRecorder } from './change-recorder.ts'
import type { Ledger } from './ledger.port.ts'
import { ledgerStore } from './ledger.store.ts'

/** The changes that members made to projects' databases, with their SQL. */
export function ledgerSlice({ gates, metadata, failed, now }: Platform) {
  const store = ledgerStore(metadata)
  const recorder = changeRecorder({
    store,
    now,
    isPermanent: isContentError,
    onFailed: failed('Writing the ledger of changes failed'),
  })
  const ledger: Ledger = {
    ...recorder,
    async find(ref, ids) {
      await recorder.flush()
      return store.find(ref, ids)
    },
    async activity(ref, since) {
      await recorder.flush()
      return store.activity(ref, since)
    },
    markMigrated: store.markMigrated,
  }
  return {
    ledger,
    routes(app) {
      mount(app, listChanges, gates.project(needs.seeChanges), async ({ project, query }) => {
        // Members expect to find what they have just changed.
        await recorder.flush()
        return store.page(project.ref, query)
      })
    },
    close: recorder.flush,
    jobs: [
      {
        name: 'changes-retention',
        title: 'Delete expired changes from the ledger',
        schedule: every({ hours: 1 }),
        run: store.sweep,
      },
    ],
  } satisfies SliceWithPort
}
