import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  createSnippetFolder,
  deleteSnippetFolders,
  getSnippetFolder,
  listSnippetFolders,
  renameSnippetFolder,
} from '@basalt/contract/snippets/folders.endpoints.ts'
import { FOLDER_TAKEN_ON_CREATE, FOLDER_TAKEN_ON_RENAME } from '@basalt/contract/snippets/snippets.rules.ts'
import type { FolderPage, FolderQuery, SnippetFolder } from '@basalt/contract/snippets/snippets.schema.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { FolderStore } from './folders.store.ts'
import { pageRequest } from './page-request.ts'
import type { Viewer } from './snippet-page.ts'
import { viewerOf } from './snippet-rights.ts'
import type { SnippetStore } from './snippets.store.ts'

interface Deps {
  gates: Pick<Gates, 'project'>
  folders: FolderStore
  snippets: SnippetStore
  organizationIdOf(ref: string): Promise<string | undefined>
}

export const folderRoutes =
  ({ gates, folders, snippets, organizationIdOf }: Deps) =>
  async (app: FastifyInstance) => {
    const reading = gates.project(needs.seeSnippets)
    const changing = gates.project(needs.changeSnippetFolders)

    const page = async (
      viewer: Viewer,
      query: FolderQuery,
      inside: SnippetFolder[],
      folderId: string | null,
    ): Promise<FolderPage> => {
      const { data, cursor } = await snippets.page(viewer, {
        ...pageRequest(query),
        visibility: 'user',
        folderId,
      })
      return { data: { folders: inside, contents: data }, ...(cursor !== undefined && { cursor }) }
    }

    mount(app, listSnippetFolders, reading, async ({ query, ...context }) => {
      const viewer = viewerOf(context)
      // Folders are on the first page only.
      const first = query.cursor === undefined ? await folders.list(viewer, query.name) : []
      return page(viewer, query, first, null)
    })

    mount(app, getSnippetFolder, reading, async ({ params, query, ...context }) => {
      const viewer = viewerOf(context)
      if (!(await folders.find(viewer, params.id))) throw notFound('Folder', params.id)
      return page(viewer, query, [], params.id)
    })

    mount(app, createSnippetFolder, changing, async ({ body, ...context }) => {
      const viewer = viewerOf(context)
      const organizationId = await organizationIdOf(viewer.ref)
      if (organizationId === undefined) throw notFound('Project', viewer.ref)
      const made = await folders.insert(viewer, organizationId, body.name)
      if (!made) throw new AppError('conflict', FOLDER_TAKEN_ON_CREATE)
      return made
    })

    mount(app, renameSnippetFolder, changing, async ({ params, body, ...context }) => {
      const viewer = viewerOf(context)
      const folder = await folders.find(viewer, params.id)
      if (!folder) throw notFound('Folder', params.id)
      if (!(await folders.rename(params.id, body.name)))
        throw new AppError('conflict', FOLDER_TAKEN_ON_RENAME)
      return { ...folder, name: body.name }
    })

    mount(app, deleteSnippetFolders, changing, async ({ query, ...context }) => {
      const removed = await folders.remove(viewerOf(context), query.ids)
      if (removed.length === 0) throw notFound('Folder', query.ids[0]!)
      return removed
    })
  }
