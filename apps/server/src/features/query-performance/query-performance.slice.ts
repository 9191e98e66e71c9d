import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  listQueryPerformance,
  resetQueryPerformance,
} from '@basalt/contract/query-performance/query-performance.endpoints.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { queryStatistics } from './query-statistics.ts'

/** Which queries take the time of a project's database. */
export function queryPerformanceSlice({ gates, databases }: Platform): Slice {
  const statistics = queryStatistics({ rows: databases.asOwner.rows, asAdmin: databases.asAdmin })
  return {
    routes(app) {
      mount(app, listQueryPerformance, gates.project(needs.readWithSql), ({ project, query }) =>
        statistics.page(project.ref, query),
      )
      mount(app, resetQueryPerformance, gates.project(needs.runAnySql), async ({ project }) => {
        await statistics.reset(project.ref)
        return done
      })
    },
  }
}
