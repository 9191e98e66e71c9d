import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import type { NextSecret } from '../../platform/secrets/project-secrets.ts'
import type { Slice } from '../../platform/slice.ts'
import type { RequestsByHour } from '../logs/logs.port.ts'
import { projectActivity } from './project-activity.ts'
import { type ProjectLifecycle, projectRoutes } from './projects.routes.ts'
import { projectService } from './projects.service.ts'
import type { ProjectStore } from './projects.store.ts'
import { transferStore } from './transfer.store.ts'

interface Needs {
  store: ProjectStore
  instances: {
    lifecycle: Omit<ProjectLifecycle, 'remove'> & { provision(ref: string): void }
    /** Throws `conflict` when the installation has no capacity for another database. */
    capacity: { check(): void }
    /** Publishes to open dashboards that a project changed. */
    statuses: { announce(ref: string): Promise<void> }
  }
  /** Throws `conflict` while it has branches. */
  removeProject: ProjectLifecycle['remove']
  connectionStringOf(request: FastifyRequest, ref: string): Promise<string | null>
  /** The password of the database that is prepared in advance. */
  superuserPassword?: NextSecret | undefined
  requestsByHour: RequestsByHour
}

export function projectsSlice(platform: Platform, needs: Needs): Slice {
  const { gates, config, metadata, bus, organizations, permissions, isOffered, now } = platform
  const { store, connectionStringOf, superuserPassword, removeProject } = needs
  const { lifecycle, capacity, statuses } = needs.instances
  const { announce } = statuses
  return {
    routes: (app) =>
      app.register(
        projectRoutes({
          gates,
          store,
          service: projectService({
            store,
            move: transferStore(metadata).move,
            region: config.region,
            mayCreate: isOffered('projects:create'),
            organizationOf: organizations.findFor,
            accessToOrganization: permissions.accessToOrganization,
            provision: lifecycle.provision,
            superuserPassword,
            capacity,
          }),
          lifecycle: { ...lifecycle, remove: removeProject },
          mayDelete: config.edition === 'platform',
          connectionStringOf,
          activityOf: (userId, organizationId) =>
            projectActivity(metadata, needs.requestsByHour, { userId, organizationId, now: now() }),
          announce,
          async announceTransfer(ref, fromSlug) {
            const from = await organizations.idOf(fromSlug)
            if (from) bus.publish(from, { type: 'project_removed', ref, organization_slug: fromSlug })
            await announce(ref)
          },
        }),
      ),
  }
}
