import { type AiLevel, includesLevel, levelOf } from '@basalt/contract/ai/ai-level.rules.ts'
import { done } from '@basalt/contract/endpoint.ts'
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from '@basalt/contract/organizations/organizations.endpoints.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../http/app-error.ts'
import { noteForAudit } from '../../http/audit-notes.ts'
import { type Gates, mayReachOrganization } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import type { OrganizationStore } from './organizations.store.ts'

interface Deps {
  gates: Gates
  store: OrganizationStore
  defaultPlan: PlanId
  mayCreate: boolean
  /** The highest level of access to data that the installation allows AI. */
  highestAiLevel: AiLevel
  /** Notifies the author's other open pages. */
  announce(organization: { id: string; slug: string }): void
}

export const organizationRoutes =
  ({ gates, store, defaultPlan, mayCreate, highestAiLevel, announce }: Deps) =>
  async (app: FastifyInstance) => {
    mount(app, listOrganizations, gates.anyToken, async ({ caller }) =>
      (await store.list(caller.userId)).filter(({ slug }) => mayReachOrganization(caller, slug)),
    )

    mount(app, createOrganization, gates.user, async ({ caller, body }, request) => {
      if (!mayCreate)
        throw new AppError('forbidden', 'This installation does not let its users create organizations')
      const organization = await store.create(caller.userId, body.name, defaultPlan)
      noteForAudit(request, { organizationId: organization.id })
      announce(organization)
      return organization
    })

    mount(
      app,
      getOrganization,
      gates.organizationBeforeMfa(needs.seeOrganization),
      ({ organization }) => organization,
    )

    mount(
      app,
      updateOrganization,
      gates.organization(needs.changeOrganization),
      async ({ organization, body }) => {
        const aiLevel = body.opt_in_tags && levelOf(body.opt_in_tags)
        if (aiLevel && !includesLevel(highestAiLevel, aiLevel))
          throw new AppError(
            'validation_failed',
            'This installation limits what AI may see. Choose a lower level, or ask its owner.',
          )
        const changed = await store.change(organization.id, { name: body.name, ai_level: aiLevel })
        if (!changed) throw notFound('Organization', organization.slug)
        return changed
      },
    )

    mount(app, deleteOrganization, gates.organization(needs.deleteOrganization), async ({ organization }) => {
      if (!(await store.removeEmpty(organization.id)))
        throw new AppError('conflict', 'Delete the projects of this organization first')
      return done
    })
  }
