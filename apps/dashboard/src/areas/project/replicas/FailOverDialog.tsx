import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { When } from '../../../ui/text/When.tsx'
import { lagText, shortIdOf } from './replica-state.rules.ts'
import { failOver, replicaQueries } from './replicas.queries.ts'

/** Asks twice whether a replica takes the place of a primary that does not answer. */
export function FailOverDialog({
  project: { ref, name },
  replica,
  open,
  onOpenChange,
}: {
  project: Project
  replica: DatabaseState
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { identifier } = replica
  const [isSure, setSure] = useState(false)
  /** Whether the first question closes because it was answered. */
  const isAnswered = useRef(false)
  const facts = useQuery({ ...replicaQueries.promotion(ref, identifier), enabled: open })
  const lags = useQuery({ ...replicaQueries.lags(ref, identifier), enabled: open })
  const start = useMutation(failOver(ref))
  const close = (isOpen: boolean) => {
    if (isOpen) return
    isAnswered.current = false
    setSure(false)
    onOpenChange(false)
  }
  const last = facts.data?.last_commit_at
  const reading = lags.data?.at(-1)
  return (
    <>
      <ConfirmDialog
        open={open && !isSure}
        onOpenChange={(isOpen) => (isAnswered.current ? setSure(true) : close(isOpen))}
        title={`Make the replica ${shortIdOf(replica)} the primary`}
        confirmLabel="Continue"
        onConfirm={async () => {
          const { data } = await facts.refetch()
          if (data?.refusal) throw new Error(data.refusal)
          isAnswered.current = true
        }}
      >
        <span className="flex flex-col gap-2">
          <span>
            Try to restart the project first: that loses nothing. A replica has only what reached it before
            the primary went down.
          </span>
          <span>
            {last ? (
              <>
                It has everything up to a commit made <When time={last} />.
              </>
            ) : reading ? (
              <>
                {lagText(reading)} when it was last read, <When time={reading.at} />.
              </>
            ) : (
              'How recent its data is, is not known.'
            )}
          </span>
          <span>
            The data of the present primary is kept, but never started again, so that there are not two of
            them. Addresses and passwords stay.
          </span>
        </span>
      </ConfirmDialog>
      <ConfirmDialog
        open={open && isSure}
        onOpenChange={close}
        title={`Give up what has not reached the replica ${shortIdOf(replica)}`}
        confirmLabel="Make it the primary"
        typeToConfirm={name}
        onConfirm={() => start.mutateAsync(identifier)}
      >
        From now on, {name} has the data of this replica.
      </ConfirmDialog>
    </>
  )
}
