import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { dayAndTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Popover } from '../../../ui/floating/Popover.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { LockBadge } from './LockBadge.tsx'
import { useProductionLock } from './production-lock.port.ts'
import { lockProduction } from './production-lock.queries.ts'
import { LOCK_MEANING } from './production-lock.rules.ts'
import { UnlockForm } from './UnlockForm.port.tsx'

/** Says in the header whether production is locked, unlocks it for a while, and locks it again. */
export function LockControl({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const lock = useProductionLock(ref)
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.lockProduction, { slug, ref }))
  const { mutate, isPending } = useMutation(lockProduction(ref))
  return (
    <Popover
      title={lock.isLocked ? 'Production is locked' : 'Production is unlocked'}
      trigger={<LockBadge isLocked={lock.isLocked} />}
      className="w-80"
    >
      <div className="flex flex-col items-start gap-3 text-sm">
        {lock.isLocked ? (
          <>
            <p className="text-ink-muted">{LOCK_MEANING}</p>
            <UnlockForm projectRef={ref} slug={slug} />
          </>
        ) : (
          <>
            <p className="text-ink-muted">
              {lock.liftedUntil && `Until ${dayAndTime(lock.liftedUntil)}. It locks again by itself.`}
            </p>
            <Button icon={Lock} loading={isPending} reason={refusal} onClick={() => mutate(true)}>
              Lock now
            </Button>
          </>
        )}
      </div>
    </Popover>
  )
}
