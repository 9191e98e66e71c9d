import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { getSleepSettings, putToSleep, updateSleepSettings } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { defaultIdleMinutes, idleMinutesOf } from '@basalt/contract/sleep/sleep.rules.ts'
import type { SleepSettings } from '@basalt/contract/sleep/sleep.schema.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { SleepStore } from './sleep.store.ts'

interface Deps {
  gates: Gates
  store: SleepStore
  /** Resolves to whether it is asleep now. */
  fallAsleep(ref: string): Promise<boolean>
}

/** When a project falls asleep, and putting it to sleep. */
export const sleepRoutes =
  ({ gates, store, fallAsleep }: Deps) =>
  async (app: FastifyInstance) => {
    const settingsOf = async (ref: string): Promise<SleepSettings> => {
      const row = await store.find(ref)
      if (!row) throw notFound('Project', ref)
      return {
        idle_minutes: idleMinutesOf(row),
        default_idle_minutes: defaultIdleMinutes(row),
        asleep_since: row.asleepSince,
      }
    }

    mount(app, getSleepSettings, gates.project(needs.seeProjects), ({ project }) => settingsOf(project.ref))

    mount(app, updateSleepSettings, gates.project(needs.changeSleep), async ({ project, body }) => {
      await store.choose(project.ref, body.idle_minutes)
      return settingsOf(project.ref)
    })

    mount(app, putToSleep, gates.project(needs.changeSleep), async ({ project }) => {
      const { ref, status } = project
      if (!can('query', status))
        throw new AppError('conflict', `Only a project that runs can fall asleep: ${statusLabels[status]}`)
      const isAsleep = project.asleep_since !== null || (await fallAsleep(ref))
      if (!isAsleep)
        throw new AppError('conflict', 'The project is in use: it has clients or a running query')
      return settingsOf(ref)
    })
  }
