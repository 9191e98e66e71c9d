import { useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { disableMfa, renewRecoveryCodes } from './mfa.queries.ts'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx'
import { recoveryCodesLeft } from './recovery-codes.rules.ts'

/** The status of enabled MFA, with buttons to renew codes and to turn it off. */
export function MfaDetails({ enrolledAt, recoveryCodes }: { enrolledAt: string; recoveryCodes: number }) {
  const [dialog, setDialog] = useState<'renew' | 'disable'>()
  const close = () => setDialog(undefined)
  const left = recoveryCodesLeft(recoveryCodes)
  return (
    <div className="flex flex-col gap-3">
      <DescriptionList
        items={[
          {
            label: 'State',
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone="success" icon={ShieldCheck}>
                  On
                </Badge>
                since {dayOf(enrolledAt)}
              </span>
            ),
          },
          {
            label: 'Recovery codes',
            value: left.areFew ? <Badge tone="warning">{left.label}</Badge> : left.label,
          },
        ]}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => setDialog('renew')}>New recovery codes</Button>
        <Button onClick={() => setDialog('disable')}>Turn off</Button>
      </div>
      <RenewRecoveryCodesDialog open={dialog === 'renew'} close={close} />
      <DisableMfaDialog open={dialog === 'disable'} close={close} />
    </div>
  )
}

const DISABLE_TITLE = 'Turn off multi-factor authentication'

function DisableMfaDialog({ open, close }: { open: boolean; close: () => void }) {
  const { mutateAsync } = useMutation(disableMfa)
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={DISABLE_TITLE} size="sm">
      <ProofForm
        label={DISABLE_TITLE}
        submitLabel="Turn off"
        isDangerous
        close={close}
        onSubmit={async (proof) => {
          await mutateAsync(proof)
          toast({ title: 'Multi-factor authentication is off' })
          close()
        }}
      >
        You will sign in with your password alone, and lose access to organizations that require multi-factor
        authentication until you set it up again.
      </ProofForm>
    </Dialog>
  )
}

const RENEW_TITLE = 'New recovery codes'

function RenewRecoveryCodesDialog({ open, close }: { open: boolean; close: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={RENEW_TITLE} size="sm">
      <RenewSteps close={close} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that closing it removes the codes from memory. */
function RenewSteps({ close }: { close: () => void }) {
  const { mutateAsync } = useMutation(renewRecoveryCodes)
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodesStep codes={codes} close={close} />
  return (
    <ProofForm
      label={RENEW_TITLE}
      submitLabel="Create new codes"
      close={close}
      onSubmit={async (proof) => setCodes((await mutateAsync(proof)).recovery_codes)}
    >
      Your current codes stop working.
    </ProofForm>
  )
}
