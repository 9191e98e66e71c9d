import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  createTableView,
  deleteTableView,
  listTableViews,
  updateTableView,
} from '@basalt/contract/table-views/table-views.endpoints.ts'
import { TOO_MANY_TABLE_VIEWS, tableViewTaken } from '@basalt/contract/table-views/table-views.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { tableViewStore } from './table-views.store.ts'

/** Saved filters and sorts of tables. */
export function tableViewsSlice({ gates, metadata }: Platform): Slice {
  const views = tableViewStore(metadata)
  return {
    routes(app) {
      const changing = gates.project(needs.changeTableViews)

      mount(app, listTableViews, gates.project(needs.seeTableViews), ({ project, query }) =>
        views.list(project.ref, query),
      )

      mount(app, createTableView, changing, async ({ project, body }) => {
        const view = await views.insert(project.ref, body)
        if (view === 'too many') throw new AppError('conflict', TOO_MANY_TABLE_VIEWS)
        if (view === 'taken') throw new AppError('conflict', tableViewTaken(body.name))
        return view
      })

      mount(app, updateTableView, changing, async ({ project, params, body }) => {
        const view = await views.update(project.ref, params.id, body)
        if (view === undefined) throw notFound('View', params.id)
        if (view === 'taken') throw new AppError('conflict', tableViewTaken(body.name ?? ''))
        return view
      })

      mount(app, deleteTableView, changing, async ({ project, params }) => {
        const view = await views.remove(project.ref, params.id)
        if (view === undefined) throw notFound('View', params.id)
        return view
      })
    },
  }
}
