import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { foreignFilesRoutes } from './foreign-files.routes.ts'
import { foreignFilesService } from './foreign-files.service.ts'
import { hasFiles, removeUnusedFiles } from './unused-files.ts'

/** Uploaded files that are read as foreign tables. */
export const foreignFilesSlice = (
  { gates, engine, databases }: Platform,
  { recorded }: Pick<Ledger, 'recorded'>,
): Slice => ({
  routes: (app) =>
    app.register(
      foreignFilesRoutes({ gates, service: foreignFilesService({ databases, engine, recorded }) }),
    ),
  jobs: [
    {
      name: 'foreign-files-cleanup',
      title: 'Remove files that no foreign table reads',
      schedule: '50 4 * * *',
      forProjects: 'only-if-awake',
      notifiesOwner: false,
      run: ({ ref }) =>
        databases.asAdmin.sessionIfAwake(ref, async (admin) => {
          if (await hasFiles(admin)) await removeUnusedFiles(admin)
        }),
    },
  ],
})
