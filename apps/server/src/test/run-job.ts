import { waitFor } from '@basalt/testing/wait-for.ts'
import type { AppFixture } from './app-fixture.ts'

/** Runs a scheduled job once, for all projects if it is a project job, and waits until no run is left. */
export async function runJob({ jobs }: Pick<AppFixture, 'jobs'>, name: string) {
  const state = async () => {
    const { running, queued, last_run } = (await jobs.overview()).find((job) => job.name === name)!
    return { isIdle: running.length === 0 && queued === 0, last_run }
  }
  jobs.start()
  await waitFor(async () => (await state()).isIdle)
  await jobs.runNow(name)
  await waitFor(async () => (await state()).isIdle)
  return (await state()).last_run
}
