import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  DEFAULT_UNLOCK_MINUTES,
  unlockMinuteOptions,
} from '@basalt/contract/production-lock/production-lock.rules.ts'
import { idleLabel } from '@basalt/contract/sleep/sleep.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { LockOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { unlockProduction } from './production-lock.queries.ts'

const OPTIONS = unlockMinuteOptions.map((minutes) => ({
  value: String(minutes),
  label: `For ${idleLabel(minutes)}`,
}))

/** Lifts the lock of production for a chosen time. */
export function UnlockForm({
  projectRef,
  slug,
  onUnlocked,
}: {
  projectRef: string
  slug: string
  onUnlocked?: () => void
}) {
  const [minutes, setMinutes] = useState(String(DEFAULT_UNLOCK_MINUTES))
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.lockProduction, { slug, ref: projectRef }),
  )
  const { mutate, isPending } = useMutation(unlockProduction(projectRef))
  return (
    <div className="grid grid-cols-[10rem_auto] items-center justify-start gap-2">
      <Select
        aria-label="Unlock for"
        className="w-full min-w-0"
        options={OPTIONS}
        value={minutes}
        onValueChange={setMinutes}
        disabled={refusal !== undefined}
      />
      <Button
        icon={LockOpen}
        loading={isPending}
        reason={refusal}
        onClick={() => mutate(Number(minutes), { onSuccess: () => onUnlocked?.() })}
      >
        Unlock
      </Button>
    </div>
  )
}
