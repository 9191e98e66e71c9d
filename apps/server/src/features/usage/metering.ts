import { setTimeout as sleep } from 'node:timers/promises'
import type { DiskSpace } from '@basalt/postgres-supervisor/engine.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isContentError } from '../../platform/metadata/metadata-errors.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import { limitWatch, type UsageNotifier } from './limit-watch.ts'
import { apiMeter, requestMeter } from './request-meter.ts'
import { type SampledProject, usageSampler } from './sampler.ts'
import type { Gauge } from './usage.port.ts'
import { usageService } from './usage.service.ts'
import { usageStore } from './usage.store.ts'
import { usageBuffer } from './usage-buffer.ts'

/** How long a database that has come up is left to its first queries. */
const MEASURED_AFTER_MS = 1_000

interface Deps {
  metadata: Metadata
  bus: EventBus
  projects(): Promise<SampledProject[]>
  gauges: readonly Gauge[]
  disk(): Promise<DiskSpace>
  notifier: UsageNotifier
  now: () => Date
  onError(error: unknown, what: string): void
}

/** Measures what projects use. Nothing runs before `start`. */
export function usageMetering({ metadata, bus, projects, gauges, disk, notifier, now, onError }: Deps) {
  const store = usageStore(metadata)
  const service = usageService(store)
  const buffer = usageBuffer({
    store,
    now,
    isPermanent: isContentError,
    onFailed: (error) => onError(error, 'Writing the usage failed'),
  })
  const sampler = usageSampler({
    store,
    projects,
    gauges,
    now,
    onError: (error, ref) => onError(error, `Measuring ${ref} failed`),
  })
  const watch = limitWatch({ store, service, disk, notifier, now })

  const measuring = singleFlight(async () => {
    await sampler.sampleAll()
    await buffer.flush()
    await watch.check()
    await store.deleteOld(now())
  })

  let stop = () => {}
  return {
    store,
    service,
    meterRequest: requestMeter(buffer),
    meterApi: apiMeter(buffer),
    flush: buffer.flush,
    /** Measures all projects and reports exceeded quotas. */
    measure: measuring.run,

    /**
     * Measures each project soon after its database has come up, after `ready` and one at a time: walking the files of many
     * databases keeps the disk and Node's threads busy, for which its first queries would have to wait. `afterFirstQueries`
     * is called when a database has come up, and may reject when the signal aborts.
     */
    start(
      ready: Promise<unknown> = Promise.resolve(),
      afterFirstQueries = (signal: AbortSignal): Promise<unknown> =>
        sleep(MEASURED_AFTER_MS, undefined, { signal, ref: false }),
    ) {
      // A failed resume is reported elsewhere; measure anyway.
      let sampled = ready.catch(() => undefined)
      const stopping = new AbortController()
      const { signal } = stopping
      const measureSoon = (project: SampledProject) => {
        // Stopping cuts it short.
        const rested = afterFirstQueries(signal).catch(() => undefined)
        sampled = Promise.all([sampled, rested])
          .then(() => (signal.aborted ? undefined : sampler.sample(project)))
          .catch((error) => onError(error, 'Measuring a project failed'))
      }
      const unsubscribe = bus.subscribe((_audience, event) => {
        if (event.type === 'project' && event.project.status === 'ACTIVE_HEALTHY') measureSoon(event.project)
      })
      stop = () => {
        stopping.abort()
        unsubscribe()
      }
    },

    /** Stops measuring and writes pending counts. */
    async close() {
      stop()
      await buffer.flush()
    },
  }
}
