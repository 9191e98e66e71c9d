import { isProjectRef } from '@basalt/contract/projects/projects.rules.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import pLimit from 'p-limit'
import type { DatabaseLogins } from '../../platform/project-databases/database-logins.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import type { Measurement } from './metrics.port.ts'
import { SAMPLED_AT_ONCE, SAMPLER_TICK_MS } from './metrics.rules.ts'

interface Deps {
  engine: Pick<Engine, 'subscribe'>
  asAdmin: Pick<DatabaseLogins['asAdmin'], 'keptSessionIfAwake'>
  measurements: readonly Measurement[]
  onFailed(error: unknown, ref: string): void
}

export type Sampler = ReturnType<typeof sampler>

/**
 * Measures every running database at stated intervals over the session that is kept to each. It neither wakes a database
 * nor keeps it awake.
 */
export function sampler({ engine, asAdmin, measurements, onFailed }: Deps) {
  const running = new Set<string>()
  /** Those that were measured since they began to run. */
  const measured = new Set<string>()
  const failing = new Set<string>()
  const limit = pLimit(SAMPLED_AT_ONCE)
  let ticks = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const unsubscribe = engine.subscribe(({ id, state }) => {
    if (!isProjectRef(id)) return
    measured.delete(id)
    if (state === 'running') running.add(id)
    else running.delete(id)
  })

  async function sample(ref: string, due: readonly Measurement[]) {
    try {
      await asAdmin.keptSessionIfAwake(ref, async (client) => {
        for (const { measure } of due) await measure(ref, client)
      })
      failing.delete(ref)
    } catch (error) {
      // Said once, not at every tick, for as long as the database does not answer.
      if (!failing.has(ref) && running.has(ref)) onFailed(error, ref)
      failing.add(ref)
    }
  }

  const ticking = singleFlight(async () => {
    const due = measurements.filter(({ everyMs }) => ticks % Math.round(everyMs / SAMPLER_TICK_MS) === 0)
    ticks += 1
    const refs = [...running]
    await Promise.all(
      refs.map((ref) =>
        limit(async () => {
          if (isClosed) return
          // A database that has just begun to run is measured as a whole, so that reports need not wait for it.
          await sample(ref, measured.has(ref) ? due : measurements)
          measured.add(ref)
        }),
      ),
    )
  })

  return {
    /** Takes every measurement of a project now. */
    sampleNow: (ref: string) => sample(ref, measurements),

    start() {
      timer = setInterval(() => void ticking.run(), SAMPLER_TICK_MS).unref()
    },

    forget(ref: string) {
      running.delete(ref)
      measured.delete(ref)
      failing.delete(ref)
      for (const one of measurements) one.forget(ref)
    },

    async close() {
      unsubscribe()
      clearInterval(timer)
      isClosed = true
      await ticking.idle()
    },
  }
}
