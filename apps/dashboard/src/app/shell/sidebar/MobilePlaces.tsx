import { Building2, FolderGit2, GitBranch } from 'lucide-react'
import { offers } from '../../../areas/installation/installation/offers.port.ts'
import type { Session } from '../../session-guard.ts'
import { Crumb } from '../header/Crumb.tsx'
import { PlanBadge } from '../header/PlanBadge.tsx'
import type { Surroundings } from '../place/use-surroundings.ts'
import { BranchCrumb } from '../switchers/BranchCrumb.tsx'
import { LateOrganizationSwitcher, LateProjectSwitcher } from '../switchers/late-switchers.tsx'
import { useTrunk } from './use-trunk.ts'

/** The open organization, project and branch, each with its switcher. A phone's header is too narrow for them. */
export function MobilePlaces({
  config,
  surroundings: { organization, project },
}: {
  config: Session['config']
  surroundings: Pick<Surroundings, 'organization' | 'project'>
}) {
  const trunk = useTrunk(project)
  if (organization.slug === undefined) return null
  return (
    // Stacked, they need no slashes between them.
    <ol
      aria-label="Where you are"
      className="flex flex-col gap-1 border-line border-b py-2 pr-3 pl-3 [&>li>span:first-child]:hidden"
    >
      <Crumb
        path={`/org/${organization.slug}`}
        name={organization.name}
        icon={Building2}
        badge={organization.plan && <PlanBadge plan={organization.plan} />}
        className="h-10"
      >
        <LateOrganizationSwitcher
          current={organization.slug}
          mayCreate={offers(config, 'organizations:create')}
        />
      </Crumb>
      {trunk && (
        <Crumb path={`/project/${trunk.ref}`} name={trunk.name} icon={FolderGit2} className="h-10">
          <LateProjectSwitcher current={trunk} mayCreate={offers(config, 'projects:create')} />
        </Crumb>
      )}
      {project && <BranchCrumb projectRef={project.ref} icon={GitBranch} className="h-10" />}
    </ol>
  )
}
