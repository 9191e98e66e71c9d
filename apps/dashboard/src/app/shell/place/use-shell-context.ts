import type { Edition } from '@basalt/contract/installation/installation.schema.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { SELF_HOSTED_PROJECT_REF } from '@basalt/contract/projects/projects.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { organizationQueries } from '../../../areas/organization/organizations/organizations.queries.ts'
import { projectQueries } from '../../../areas/project/projects/projects.queries.ts'
import { lastHome } from './last-place.state.ts'
import type { Place } from './place.rules.ts'

export interface ShellContext {
  organization: {
    slug: string | undefined
    name: string | undefined
    plan: Organization['plan'] | undefined
    organization_requires_mfa: boolean
  }
  project: Project | undefined
  homePath: string
  /** The organization or project does not exist or failed to load. */
  isMissing: boolean
}

/** The open organization and project, as far as loaded. The page reports failures to load them. */
export function useShellContext(place: Place, edition: Edition): ShellContext {
  const isPlatform = edition === 'platform'
  const ref = place.kind === 'project' ? place.ref : ''
  const projectQuery = useQuery({ ...projectQueries.detail(ref), enabled: ref !== '' })
  const project = projectQuery.data
  const slug = 'slug' in place ? place.slug : project?.organization_slug
  const organizationQuery = useQuery({
    ...organizationQueries.detail(slug ?? ''),
    enabled: isPlatform && slug !== undefined,
  })
  const isMissing = projectQuery.isLoadingError || organizationQuery.isLoadingError
  const known = isMissing ? undefined : slug
  return {
    organization: {
      slug: known,
      name: organizationQuery.data?.name,
      plan: organizationQuery.data?.plan,
      organization_requires_mfa: organizationQuery.data?.organization_requires_mfa ?? false,
    },
    project,
    homePath: isPlatform ? homePath(known) : `/project/${SELF_HOSTED_PROJECT_REF}`,
    isMissing,
  }
}

const homePath = (slug: string | undefined) => (slug === undefined ? lastHome() : `/org/${slug}`)
