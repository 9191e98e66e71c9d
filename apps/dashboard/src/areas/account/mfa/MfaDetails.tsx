import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../../../lib/dates.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { DisableMfaDialog } from './DisableMfaDialog.tsx'
import { RenewRecoveryCodesDialog } from './RenewRecoveryCodesDialog.tsx'
import { recoveryCodesLeft } from './recovery-codes.rules.ts'

/** What is shown while it is on. */
export function MfaDetails({ enrolledAt, recoveryCodes }: { enrolledAt: string; recoveryCodes: number }) {
  const [dialog, setDialog] = useState<'renew' | 'disable'>()
  const close = () => setDialog(undefined)
  const left = recoveryCodesLeft(recoveryCodes)
  return (
    <div className="flex flex-col gap-3">
      <DescriptionList
        facts={[
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
            value: left.areFew ? <Badge tone="warning">{left.words}</Badge> : left.words,
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
