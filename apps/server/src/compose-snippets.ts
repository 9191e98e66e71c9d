import type { FastifyInstance } from 'fastify'
import { folderRoutes } from './features/snippets/folders.routes.ts'
import { folderStore } from './features/snippets/folders.store.ts'
import { revisionStore } from './features/snippets/revisions.store.ts'
import { snippetRoutes } from './features/snippets/snippets.routes.ts'
import { snippetService } from './features/snippets/snippets.service.ts'
import { snippetStore } from './features/snippets/snippets.store.ts'
import type { Gates } from './http/gate.ts'
import type { Metadata } from './platform/metadata/metadata.ts'

interface Deps {
  gates: Gates
  metadata: Metadata
  organizationIdOf(ref: string): Promise<string | undefined>
}

/** Saved queries, their folders and their earlier texts. */
export async function composeSnippets(app: FastifyInstance, { gates, metadata, organizationIdOf }: Deps) {
  const store = snippetStore(metadata)
  const service = snippetService({ metadata, organizationIdOf })
  await app.register(snippetRoutes({ gates, store, service, revisions: revisionStore(metadata) }))
  await app.register(
    folderRoutes({ gates, folders: folderStore(metadata), snippets: store, organizationIdOf }),
  )
}
