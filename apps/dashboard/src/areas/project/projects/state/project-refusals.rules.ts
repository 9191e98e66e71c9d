import type { ScopedGrant } from '@basalt/contract/permissions/check.rules.ts'
import { refusal } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'

const needOf = {
  rename: needs.renameProject,
  restart: needs.restartProject,
  restore: needs.restoreProject,
  pause: needs.pauseProject,
  transfer: needs.transferProject,
  delete: needs.deleteProject,
}

export type ProjectRefusals = Partial<Record<keyof typeof needOf, string>>

/** The actions that the user may not perform on a project, with reasons. */
export const projectRefusals = (
  permissions: readonly ScopedGrant[],
  { organization_slug: slug, ref }: Pick<Project, 'organization_slug' | 'ref'>,
): ProjectRefusals =>
  Object.fromEntries(
    Object.entries(needOf).flatMap(([action, need]) => {
      const reason = refusal(permissions, need, { slug, ref })
      return reason === undefined ? [] : [[action, reason]]
    }),
  )
