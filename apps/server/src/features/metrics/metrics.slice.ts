import { listTableSizes, readMetrics } from '@basalt/contract/metrics/metrics.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { LogStore } from '@basalt/log-store/log-store.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { KeptRange } from '../logs/logs.port.ts'
import { measureCounts, measureSizes } from './measure-database.ts'
import type { CountedLogs } from './metric-sql.ts'
import type { Measurement } from './metrics.port.ts'
import { metricsService } from './metrics.service.ts'
import { sampler } from './sampler.ts'

interface Needs {
  store: LogStore
  logs: CountedLogs
  rangeOf: KeptRange
  /** What other features measure. */
  measurements: readonly Measurement[]
}

/** Measures running databases at stated intervals, and shows what was measured and what was logged over time. */
export function metricsSlice(
  { gates, engine, databases, now, failed }: Platform,
  { store, logs, rangeOf, measurements }: Needs,
) {
  const service = metricsService({ store, logs, rangeOf })
  const sampling = sampler({
    engine,
    asAdmin: databases.asAdmin,
    measurements: [measureCounts({ store, now }), measureSizes({ store, now }), ...measurements],
    onFailed: failed('Measuring a database failed'),
  })
  return {
    sampling,
    routes(app) {
      const readers = gates.project(needs.readReports)
      mount(app, readMetrics, readers, ({ project, query }) => service.read(project.ref, query))
      mount(app, listTableSizes, readers, ({ project, query }) => service.tables(project.ref, query))
    },
    start: sampling.start,
    close: sampling.close,
    forget: sampling.forget,
  } satisfies SliceWithPort
}
