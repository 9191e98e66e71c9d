import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { renewRecoveryCodes } from './mfa.queries.ts'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx'

const TITLE = 'New recovery codes'

export function RenewRecoveryCodesDialog({ open, close }: { open: boolean; close: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={TITLE} size="sm">
      <Steps close={close} />
    </Dialog>
  )
}

/** Mounted with the dialog: the codes are gone from the page's memory when it closes. */
function Steps({ close }: { close: () => void }) {
  const { mutateAsync } = useMutation(renewRecoveryCodes)
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodesStep codes={codes} close={close} />
  return (
    <ProofForm
      label={TITLE}
      submitLabel="Create new codes"
      close={close}
      onSubmit={async (proof) => setCodes((await mutateAsync(proof)).recovery_codes)}
    >
      The codes you have stop working, used or not.
    </ProofForm>
  )
}
