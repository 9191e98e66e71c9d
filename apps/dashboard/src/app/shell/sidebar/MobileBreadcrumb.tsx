import { Building2, FolderGit2, GitBranch } from 'lucide-react'
import { offers } from '../../../areas/installation/installation/offers.port.ts'
import type { Session } from '../../session-guard.ts'
import { Crumb } from '../header/Crumb.tsx'
import { PlanBadge } from '../header/PlanBadge.tsx'
import type { ShellContext } from '../place/use-shell-context.ts'
import { BranchCrumb } from '../switchers/BranchCrumb.tsx'
import { LazyOrganizationSwitcher, LazyProjectSwitcher } from '../switchers/lazy-switchers.tsx'
import { useMainProject } from './use-main-project.ts'

/** The breadcrumb with its switchers, for phones, whose header is too narrow. */
export function MobileBreadcrumb({
  config,
  shellContext: { organization, project },
}: {
  config: Session['config']
  shellContext: Pick<ShellContext, 'organization' | 'project'>
}) {
  const mainProject = useMainProject(project)
  const isPlatform = config.edition === 'platform'
  if (isPlatform ? organization.slug === undefined : !project) return null
  return (
    // Hides the slashes, as the crumbs are stacked.
    <ol
      aria-label="Where you are"
      className="flex flex-col gap-1 border-line border-b py-2 pr-3 pl-3 [&>li>span:first-child]:hidden"
    >
      {isPlatform && organization.slug !== undefined && (
        <Crumb
          path={`/org/${organization.slug}`}
          name={organization.name}
          icon={Building2}
          badge={organization.plan && <PlanBadge plan={organization.plan} />}
          className="h-10"
        >
          <LazyOrganizationSwitcher
            current={organization.slug}
            mayCreate={offers(config, 'organizations:create')}
          />
        </Crumb>
      )}
      {mainProject && (
        <Crumb
          path={`/project/${mainProject.ref}`}
          name={mainProject.name}
          icon={FolderGit2}
          className="h-10"
        >
          {isPlatform && (
            <LazyProjectSwitcher current={mainProject} mayCreate={offers(config, 'projects:create')} />
          )}
        </Crumb>
      )}
      {project && <BranchCrumb project={project} icon={GitBranch} className="h-10" />}
    </ol>
  )
}
