import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { dayAndTime } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { branchQueries } from '../branches/branches.queries.ts'
import { useProductionLock } from './production-lock.port.ts'
import { lockProduction } from './production-lock.queries.ts'
import { LOCK_MEANING } from './production-lock.rules.ts'
import { UnlockForm } from './UnlockForm.port.tsx'

/** Locks production, in the general settings. Branches have no lock. */
export function LockCard({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const { data: branches } = useQuery(branchQueries.of(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.lockProduction, { slug, ref }))
  const { mutate, isPending } = useMutation(lockProduction(ref))
  const lock = useProductionLock(ref)
  if (branches?.find(({ project_ref }) => project_ref === ref)?.is_default !== true) return null
  return (
    <Card
      title="Lock production"
      description={LOCK_MEANING}
      actions={
        <>
          {lock.exists && (
            <Button loading={isPending} reason={refusal} onClick={() => mutate(false)}>
              Remove lock
            </Button>
          )}
          {!lock.isLocked && (
            <Button icon={Lock} loading={isPending} reason={refusal} onClick={() => mutate(true)}>
              {lock.exists ? 'Lock now' : 'Lock'}
            </Button>
          )}
        </>
      }
      footer={
        lock.exists &&
        (lock.isLocked ? (
          <UnlockForm projectRef={ref} slug={slug} />
        ) : (
          <p>Unlocked until {dayAndTime(lock.liftedUntil ?? Date.now())}. It locks again by itself.</p>
        ))
      }
    />
  )
}
