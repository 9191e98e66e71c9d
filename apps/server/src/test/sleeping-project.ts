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

/** The server with its poolers and a project that falls asleep soon, by a clock that stands still until it is moved. */
export async function openSleepingProject({ wrapEngine }: { wrapEngine?: (engine: Engine) => Engine } = {}) {
  const clock = aClock()
  const fixture = await openPoolerApp({ now: clock.now, ...(wrapEngine && { wrapEngine }) })
  const { owner, ref, idle, engine } = fixture
  const params = { ref }
  await owner.call(updateSleepSettings, { params, body: { idle_minutes: IDLE_MINUTES } })

  const project = async () => (await owner.call(getProject, { params })).body
  /** Time goes by, and projects are looked at, as they are from time to time. */
  const minutesGoBy = async (minutes: number) => {
    clock.advance({ minutes })
    await idle.checkAll()
  }
  const isAsleep = async () => {
    const { status, asleep_since } = await project()
    expect(status).toBe('ACTIVE_HEALTHY')
    const { state } = await engine.facts(ref)
    // A project that is called asleep is, and one that is not has its database.
    expect(state).toBe(asleep_since === null ? 'running' : 'stopped')
    return asleep_since !== null
  }
  return {
    ...fixture,
    clock,
    project,
    minutesGoBy,
    isAsleep,
    ask: (query: string) => owner.call(runQuery, { params, body: { query } }),
    /** Resolves once it sleeps. Who has just left is there for some moments more, and may be seen once again. */
    fallsAsleep: () =>
      waitFor(async () => {
        await minutesGoBy(IDLE_MINUTES)
        return isAsleep()
      }),
    /** Whether it sleeps once nobody is seen to use it for its time. */
    async sleepsInTime() {
      await minutesGoBy(IDLE_MINUTES)
      await minutesGoBy(IDLE_MINUTES)
      return isAsleep()
    },
  }
}
