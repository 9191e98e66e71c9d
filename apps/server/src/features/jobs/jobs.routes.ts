import { done } from '@basalt/contract/endpoint.ts'
import { cancelJobRun, listJobs, runJob } from '@basalt/contract/jobs/jobs.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

interface Deps {
  gates: Gates
  jobs: Jobs
}

export const jobRoutes =
  ({ gates, jobs }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listJobs, gates.installationOwner, () => jobs.overview())

    mount(app, runJob, gates.installationOwner, async ({ params: { name } }) => {
      if (!jobs.isScheduled(name)) throw notFound('Job', name)
      if (!(await jobs.runNow(name))) throw new AppError('conflict', 'This job is queued or running already')
      return done
    })

    mount(app, cancelJobRun, gates.installationOwner, async ({ params: { id } }) => {
      if (!(await jobs.cancel(id))) throw notFound('Run', id)
      return done
    })
  }
