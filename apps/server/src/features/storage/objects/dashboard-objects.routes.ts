import { Readable } from 'node:stream'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  countObjects,
  createFolder,
  deleteObjects,
  listObjects,
  moveObject,
  moveObjects,
  removeObjects,
} from '@basalt/contract/storage/objects.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../../http/gate.ts'
import { mount } from '../../../http/mount.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { TripStatement } from '../../../platform/project-databases/round-trip.ts'
import type { Catalog } from '../catalog.ts'
import type { FolderService } from '../folders/folders.service.ts'
import { folderPage } from '../listing/folder-page.store.ts'

interface Deps {
  gates: Gates
  catalog: Catalog
  folders: FolderService
}

/** File and folder operations of the explorer, for members. */
export const dashboardObjectRoutes =
  ({ gates, catalog, folders }: Deps) =>
  async (app: FastifyInstance) => {
    const read = gates.project(needs.readFiles)
    const change = gates.project(needs.changeFiles)

    mount(app, listObjects, read, async ({ project, params, body }) => {
      const query = (statement: TripStatement) => catalog.page(project.ref, SERVICE, statement)
      // PostgreSQL returns JSON text. Parsing and serializing it again would take longer than everything else.
      return Readable.from([await folderPage(query, params.id, body)])
    })

    mount(app, countObjects, read, ({ project, params, body }) =>
      folders.count(project.ref, params.id, body.paths),
    )

    mount(app, deleteObjects, change, ({ project, params, body }) =>
      folders.remove(project.ref, params.id, body.paths),
    )
    mount(app, removeObjects, change, ({ project, params, body }) =>
      folders.remove(project.ref, params.id, body.paths),
    )

    mount(app, moveObject, change, async ({ project, params, body }) => {
      await folders.move(project.ref, params.id, [body])
      return {}
    })

    mount(app, moveObjects, change, async ({ project, params, body }) => ({
      moved: await folders.move(project.ref, params.id, body.moves),
    }))

    mount(app, createFolder, change, ({ project, params, body }) =>
      folders.create(project.ref, params.id, body.path),
    )
  }
