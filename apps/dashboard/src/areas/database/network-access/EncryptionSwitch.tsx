import type { NetworkAccess } from '@basalt/contract/network-access/network-access.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { changeNetworkAccess } from './network-access.queries.ts'

/** Whether unencrypted connections are refused. Asks for confirmation, because clients are disconnected. */
export function EncryptionSwitch({
  projectRef,
  access,
  refusal,
}: {
  projectRef: string
  access: NetworkAccess
  refusal: string | undefined
}) {
  const { mutateAsync } = useMutation(changeNetworkAccess(projectRef))
  const [isAsking, setAsking] = useState(false)
  const { ssl_enforced: isEnforced } = access
  return (
    <>
      <Switch
        trailing
        label="Enforce SSL on incoming connections"
        description={
          refusal ??
          'Clients must connect with sslmode=require or stricter, directly and through the poolers.'
        }
        checked={isEnforced}
        disabled={refusal !== undefined}
        onCheckedChange={() => setAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isEnforced ? 'Stop enforcing SSL' : 'Enforce SSL'}
        confirmLabel={isEnforced ? 'Stop enforcing SSL' : 'Enforce SSL'}
        tone="primary"
        onConfirm={async () => {
          await mutateAsync({ ssl_enforced: !isEnforced })
          toast({
            title: isEnforced ? 'SSL is no longer enforced' : 'SSL is enforced',
            tone: 'success',
          })
        }}
      >
        {isEnforced
          ? 'Clients can connect without encryption again. Open connections end; clients can reconnect.'
          : 'Unencrypted connections are refused. Open connections end; clients can reconnect with encryption.'}
      </ConfirmDialog>
    </>
  )
}
