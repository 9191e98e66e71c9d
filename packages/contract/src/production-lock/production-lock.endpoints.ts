import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Project, ProjectParams } from '../projects/projects.schema.ts'
import { UNLOCK_MINUTES_MAX } from './production-lock.rules.ts'

export const setProductionLock = endpoint({
  name: 'setProductionLock',
  method: 'PUT',
  path: '/platform/projects/:ref/production-lock',
  summary: 'Lock production, so that the dashboard and agents only read its database; or remove the lock',
  params: ProjectParams,
  body: z.strictObject({ is_locked: z.boolean() }),
  response: Project,
  audit: { title: 'Change the lock of production', keeps: ['is_locked'] },
})

export const unlockProduction = endpoint({
  name: 'unlockProduction',
  method: 'POST',
  path: '/platform/projects/:ref/production-lock/unlock',
  summary: 'Lift the lock of production for some minutes',
  params: ProjectParams,
  body: z.strictObject({
    minutes: z
      .number()
      .int('Whole minutes only')
      .min(1, 'At least 1 minute')
      .max(UNLOCK_MINUTES_MAX, `At most ${UNLOCK_MINUTES_MAX} minutes`),
  }),
  response: Project,
  audit: { title: 'Unlock production', keeps: ['minutes'] },
})
