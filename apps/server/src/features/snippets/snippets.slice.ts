import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Branches } from '../branches/branches.port.ts'
import { folderRoutes } from './folders.routes.ts'
import { folderStore } from './folders.store.ts'
import { revisionStore } from './revisions.store.ts'
import { sharedByBranches } from './shared-by-branches.ts'
import { snippetRoutes } from './snippets.routes.ts'
import { snippetService } from './snippets.service.ts'
import { snippetStore } from './snippets.store.ts'

/** Saved queries, their folders and their revisions. All branches of a project have the same ones. */
export function snippetsSlice(
  { gates: allGates, metadata, projects }: Platform,
  { parentOf }: Pick<Branches, 'parentOf'>,
): Slice {
  const gates = sharedByBranches(allGates, parentOf)
  const organizationIdOf = async (ref: string) => (await projects.find(ref))?.organization_id
  const store = snippetStore(metadata)
  const service = snippetService({ metadata, organizationIdOf })
  return {
    async routes(app) {
      await app.register(snippetRoutes({ gates, store, service, revisions: revisionStore(metadata) }))
      await app.register(
        folderRoutes({ gates, folders: folderStore(metadata), snippets: store, organizationIdOf }),
      )
    },
  }
}
