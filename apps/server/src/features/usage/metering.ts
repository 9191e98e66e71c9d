import type { DiskSpace } from '@basalt/postgres-supervisor/engine.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { limitWatch, type UsageNotifier } from './limit-watch.ts'
import { apiMeter, requestMeter } from './request-meter.ts'
import { type SampledProject, usageSampler } from './sampler.ts'
import type { Gauge } from './usage.port.ts'
import { usageService } from './usage.service.ts'
import { usageStore } from './usage.store.ts'
import { usageBuffer } from './usage-buffer.ts'

const FLUSH_INTERVAL_MS = 60_000
/** Often enough for a day's average and for limits; seldom enough that an idle server stays idle. */
const SAMPLE_INTERVAL_MS = 10 * 60_000

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

/** Measures what the projects use. Nothing runs by itself before `start`. */
export function usageMetering({ metadata, bus, projects, gauges, disk, notifier, now, onError }: Deps) {
  const store = usageStore(metadata)
  const service = usageService(store)
  const buffer = usageBuffer(store, now)
  const sampler = usageSampler({
    store,
    projects,
    gauges,
    now,
    onError: (error, ref) => onError(error, `Measuring ${ref} failed`),
  })
  const watch = limitWatch({ store, service, disk, notifier, now })

  /** One at a time: what takes longer than its interval is not begun again on top. */
  const alone = (what: string, work: () => Promise<void>) => {
    let underWay: Promise<void> | undefined
    return () => {
      underWay ??= work()
        .catch((error) => onError(error, what))
        .finally(() => {
          underWay = undefined
        })
      return underWay
    }
  }
  const flush = alone('Writing the usage failed', buffer.flush)
  const measure = alone('Measuring the usage failed', async () => {
    await sampler.sampleAll()
    await flush()
    await watch.check()
    await store.forgetOld(now())
  })

  let stop = () => {}
  return {
    store,
    service,
    meterRequest: requestMeter(buffer),
    meterApi: apiMeter(buffer),
    flush,
    measure,

    /**
     * Measures at intervals, and a project once its database is up: one after the other, as walking the files of many
     * databases keeps the disk and the threads of Node busy, and not before `ready`.
     */
    start(ready: Promise<unknown> = Promise.resolve()) {
      // Whoever waits for it reports its failure; measuring goes on all the same.
      let measuring = ready.catch(() => undefined)
      let isStopped = false
      const timers = [setInterval(flush, FLUSH_INTERVAL_MS), setInterval(measure, SAMPLE_INTERVAL_MS)]
      for (const timer of timers) timer.unref()
      const unsubscribe = bus.subscribe((_audience, event) => {
        if (event.type === 'project' && event.project.status === 'ACTIVE_HEALTHY')
          measuring = measuring
            .then(() => (isStopped ? undefined : sampler.sample(event.project)))
            .catch((error) => onError(error, 'Measuring a project failed'))
      })
      stop = () => {
        isStopped = true
        unsubscribe()
        for (const timer of timers) clearInterval(timer)
      }
    },

    /** What was counted last is written. */
    async close() {
      stop()
      await flush()
    },
  }
}
