import { getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { updateSleepSettings } from '@basalt/contract/sleep/sleep.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect } from 'vitest'
import { aClock } from './a-clock.ts'
import { openPoolerApp } from './pooler-fixture.ts'

/** Minutes without use after which the project falls asleep. */
export const IDLE_MINUTES = 5

export type SleepingFixture = Awaited<ReturnType<typeof openSleepingProject>>

/** The server with its poolers and a project that falls asleep soon, with a clock that only tests move. */
export async function openSleepingProject({
  wrapEngine,
  env = {},
}: {
  wrapEngine?: (engine: Engine) => Engine
  env?: Record<string, string>
} = {}) {
  const clock = aClock()
  const fixture = await openPoolerApp({ env, now: clock.now, ...(wrapEngine && { wrapEngine }) })
  const { owner, ref, idle, engine } = fixture
  const params = { ref }
  await owner.call(updateSleepSettings, { params, body: { idle_minutes: IDLE_MINUTES } })

  const project = async () => (await owner.call(getProject, { params })).body
  /** Advances the clock and checks for idle projects, as the server does regularly. */
  const advanceMinutes = async (minutes: number) => {
    clock.advance({ minutes })
    await idle.checkAll()
  }
  /**
   * Whether it sleeps, once its mark and its database agree: a database that was woken answers a moment before the mark is
   * gone. A project that is marked as asleep and goes on running, or the other way round, fails in the end.
   */
  const isAsleep = async () => {
    const agreed = await waitFor(async () => {
      const { status, asleep_since } = await project()
      expect(status).toBe('ACTIVE_HEALTHY')
      const { state } = await engine.facts(ref)
      expect(state).toBe(asleep_since === null ? 'running' : 'stopped')
      return { isAsleep: asleep_since !== null }
    })
    return agreed.isAsleep
  }
  return {
    ...fixture,
    clock,
    project,
    advanceMinutes,
    isAsleep,
    ask: (query: string) => owner.call(runQuery, { params, body: { query } }),
    /** Resolves once it sleeps. A client that has just disconnected may be seen once more. */
    fallsAsleep: () =>
      waitFor(async () => {
        await advanceMinutes(IDLE_MINUTES)
        return isAsleep()
      }),
    /** Whether it sleeps after nobody has used it for its time. */
    async sleepsInTime() {
      await advanceMinutes(IDLE_MINUTES)
      await advanceMinutes(IDLE_MINUTES)
      return isAsleep()
    },
  }
}
