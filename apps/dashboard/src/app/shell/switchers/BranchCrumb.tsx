import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { BranchBadge } from '../../../areas/project/branches/BranchBadge.tsx'
import { branchQueries } from '../../../areas/project/branches/branches.queries.ts'
import { cx } from '../../../lib/class-names.ts'
import type { Icon } from '../../../ui/text/icon.ts'
import { Crumb } from '../header/Crumb.tsx'
import { LazyBranchSwitcher, LazyLockControl } from './lazy-switchers.tsx'
import { PickerFailure } from './PickerFailure.tsx'

/** The open branch: its name, its kind and the switcher. */
export function BranchCrumb({
  project,
  icon,
  className,
}: {
  project: Project
  icon?: Icon
  className?: string
}) {
  const projectRef = project.ref
  const branches = useQuery(branchQueries.of(projectRef))
  const current = branches.data?.find(({ project_ref }) => project_ref === projectRef)
  if (branches.isLoadingError)
    return (
      <li className={cx('shrink-0 pl-2 text-sm', className)}>
        <PickerFailure title="Failed to load branches" error={branches.error} onRetry={branches.refetch} />
      </li>
    )
  return (
    <Crumb
      path={`/project/${projectRef}`}
      name={current?.name}
      {...(icon && { icon })}
      badge={
        current && (
          <>
            <BranchBadge branch={current} />
            {project.locked_at !== null && <LazyLockControl project={project} />}
          </>
        )
      }
      className={className}
    >
      {current && branches.data && <LazyBranchSwitcher branches={branches.data} current={current} />}
    </Crumb>
  )
}
