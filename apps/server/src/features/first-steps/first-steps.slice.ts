import { listFirstSteps } from '@basalt/contract/first-steps/first-steps.endpoints.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { notFound } from '../../http/app-error.ts'
import { mount } from '../../http/mount.ts'
import { every } from '../../platform/jobs/job.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { firstStepsService } from './first-steps.service.ts'
import { firstStepsStore } from './first-steps.store.ts'

/**
 * The first table, rows and row level security of each project. They are found in the database itself, so that it does
 * not matter whether a form, SQL, an agent or another client made them: when a table changes through this server, when
 * the page is read, and by a job. What is found stays in this installation.
 */
export function firstStepsSlice({ gates, bus, metadata, databases, failed }: Platform): Slice {
  const steps = firstStepsService({
    store: firstStepsStore(metadata),
    databases,
    onError: failed('Looking for the first steps of a project failed'),
  })
  const unsubscribe = bus.subscribe((_audience, event) => {
    if (event.type === 'tables_changed') void steps.look(event.ref)
  })
  return {
    routes: (app) =>
      mount(app, listFirstSteps, gates.organization(needs.seeUsage), async (input) => {
        const { caller, organization, query } = input
        const found = await steps.list(caller.userId, organization.id, query.project_ref)
        if (query.project_ref !== undefined && found.projects.length === 0)
          throw notFound('Project', query.project_ref)
        return found
      }),
    jobs: [
      {
        name: 'first-steps',
        title: 'Find the first steps of projects',
        schedule: every({ minutes: 10 }),
        notifiesOwner: false,
        run: ({ signal }) => steps.lookAtAll(signal),
      },
    ],
    close() {
      unsubscribe()
      return steps.idle()
    },
  }
}
