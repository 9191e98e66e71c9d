import {
  dismissLint,
  getAdvisorSummary,
  reopenLint,
  runLints,
} from '@basalt/contract/advisors/advisors.endpoints.ts'
import type { LintFinding } from '@basalt/contract/advisors/advisors.schema.ts'
import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import type { AdvisorService, JudgedFinding } from './advisors.service.ts'

interface Deps {
  gates: Gates
  service: AdvisorService
  publicUrl: string | undefined
}

export const advisorRoutes =
  ({ gates, service, publicUrl }: Deps) =>
  async (app: FastifyInstance) => {
    const seeing = gates.project(needs.seeAdvisors)
    const dismissing = gates.project(needs.dismissFindings)

    mount(app, runLints, seeing, async ({ project }, request) => {
      const guide = `${publicOrigin(request, publicUrl)}/docs/advisors`
      return (await service.run(project.ref)).map((judged) => publicFinding(judged, guide))
    })

    mount(app, getAdvisorSummary, seeing, ({ project }) => service.summary(project.ref))

    mount(app, dismissLint, dismissing, ({ project, caller, body }) =>
      service.dismiss(project.ref, body, caller.email),
    )

    mount(app, reopenLint, dismissing, async ({ project, body }) => {
      await service.reopen(project.ref, body.cache_key)
      return done
    })
  }

function publicFinding({ finding, dismissal }: JudgedFinding, guide: string): LintFinding {
  const { kind: _kind, object: _object, ...rest } = finding
  return { ...rest, remediation: `${guide}#${finding.name}`, dismissal }
}
