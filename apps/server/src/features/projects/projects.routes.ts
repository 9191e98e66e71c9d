import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listOrganizationProjects,
  listProjectActivity,
  listProjects,
  pauseProject,
  restartProject,
  restoreProject,
  transferProject,
  updateProject,
} from '@basalt/contract/projects/projects.endpoints.ts'
import { COMPUTE_SIZE } from '@basalt/contract/projects/projects.rules.ts'
import type {
  Project,
  ProjectActivity,
  ProjectWithDatabases,
} from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { type Gates, mayReachProject } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { ProjectService } from './projects.service.ts'
import type { ProjectStore } from './projects.store.ts'

/** Each returns the project in its transitional status at once, and completes the work in the background. */
export interface ProjectLifecycle {
  pause(ref: string): Promise<Project>
  restore(ref: string): Promise<Project>
  restart(ref: string): Promise<Project>
  remove(ref: string): Promise<Project>
}

interface Deps {
  gates: Gates
  store: ProjectStore
  service: ProjectService
  lifecycle: ProjectLifecycle
  mayDelete: boolean
  /** The connection address of a project's database as seen by this request's client; null before its first start. */
  connectionStringOf(request: FastifyRequest, ref: string): Promise<string | null>
  activityOf(userId: string, organizationId: string): Promise<ProjectActivity[]>
  /** Publishes to open dashboards that a project changed. */
  announce(ref: string): Promise<void>
  /** Publishes to open dashboards of the old and the new organization that a project has moved. */
  announceTransfer(ref: string, fromSlug: string): Promise<void>
}

export const projectRoutes =
  ({
    gates,
    store,
    service,
    lifecycle,
    mayDelete,
    connectionStringOf,
    activityOf,
    announce,
    announceTransfer,
  }: Deps) =>
  async (app: FastifyInstance) => {
    const withDatabases = async (
      request: FastifyRequest,
      project: Project,
    ): Promise<ProjectWithDatabases> => ({
      ...project,
      databases: [
        {
          identifier: project.ref,
          type: 'PRIMARY',
          region: project.region,
          status: project.status,
          infra_compute_size: COMPUTE_SIZE,
          inserted_at: project.created_at,
        },
      ],
      connectionString: await connectionStringOf(request, project.ref),
    })

    mount(app, listProjects, gates.anyToken, async ({ caller }, request) => {
      const projects = (await store.listFor(caller)).filter((project) => mayReachProject(caller, project))
      return Promise.all(projects.map((project) => withDatabases(request, project)))
    })

    mount(
      app,
      listOrganizationProjects,
      gates.organization(needs.seeProjects),
      async ({ caller, organization, query }, request) => {
        const { rows, ...page } = await store.pageFor(caller.userId, organization.id, query)
        return { projects: await Promise.all(rows.map((row) => withDatabases(request, row))), ...page }
      },
    )

    mount(app, listProjectActivity, gates.organization(needs.seeProjects), ({ caller, organization }) =>
      activityOf(caller.userId, organization.id),
    )

    mount(app, createProject, gates.anyToken, async ({ caller, body }, request) => {
      noteForAudit(request, { organizationSlug: body.organization_slug })
      const project = await service.create(caller, body)
      noteForAudit(request, { projectRef: project.ref, projectName: project.name })
      await announce(project.ref)
      return project
    })

    mount(app, getProject, gates.project(needs.seeProjects), ({ project }, request) =>
      withDatabases(request, project),
    )

    mount(app, updateProject, gates.project(needs.renameProject), async ({ project, caller, body }) => {
      await store.rename(project.ref, body.name)
      await announce(project.ref)
      const renamed = await store.findFor(caller.userId, project.ref)
      if (!renamed) throw notFound('Project', project.ref)
      return renamed
    })

    mount(app, transferProject, gates.project(needs.transferProject), async ({ project, caller, body }) => {
      if (!mayDelete) throw new AppError('forbidden', 'This edition has one organization')
      const refs = await service.transfer(caller, project, body.target_organization_slug)
      for (const ref of refs) await announceTransfer(ref, project.organization_slug)
      const transferred = await store.findFor(caller.userId, project.ref)
      if (!transferred) throw notFound('Project', project.ref)
      return transferred
    })

    mount(app, deleteProject, gates.project(needs.deleteProject), ({ project }) => {
      if (!mayDelete)
        throw new AppError(
          'forbidden',
          'The project of this edition cannot be deleted. Drop its schemas instead.',
        )
      return lifecycle.remove(project.ref)
    })
    mount(app, pauseProject, gates.project(needs.pauseProject), ({ project }) => lifecycle.pause(project.ref))
    mount(app, restoreProject, gates.project(needs.restoreProject), ({ project }) =>
      lifecycle.restore(project.ref),
    )
    mount(app, restartProject, gates.project(needs.restartProject), ({ project }) =>
      lifecycle.restart(project.ref),
    )
  }
