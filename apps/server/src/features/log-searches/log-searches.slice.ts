import { done } from '@basalt/contract/endpoint.ts'
import {
  createLogSearch,
  deleteLogSearch,
  listLogSearches,
} from '@basalt/contract/log-searches/log-searches.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { notFound } from '../../http/app-error.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { logSearchStore } from './log-searches.store.ts'

/** Saved searches of logs: for all who read the logs, saved by those who may change a project's settings of logs. */
export function logSearchesSlice({ gates, metadata }: Platform): Slice {
  const searches = logSearchStore(metadata)
  return {
    routes(app) {
      const changing = gates.project(needs.changeLogSearches)

      mount(app, listLogSearches, gates.project(needs.readLogs), ({ project, query }) =>
        searches.list(project.ref, query.place),
      )

      mount(app, createLogSearch, changing, ({ project, body }) => searches.insert(project.ref, body))

      mount(app, deleteLogSearch, changing, async ({ project, params }) => {
        if (!(await searches.remove(project.ref, params.id))) throw notFound('Saved search', params.id)
        return done
      })
    },
  }
}
