import type { NetworkAccess } from '@basalt/contract/network-access/network-access.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { changeNetworkAccess } from './network-access.queries.ts'

/**
 * Whether connections that are not encrypted are refused. It asks first, because connected clients are disconnected.
 */
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
          'Clients have to connect with sslmode=require or stricter, directly and through the poolers.'
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
            title: isEnforced ? 'SSL is offered and no longer enforced' : 'SSL is enforced',
            tone: 'success',
          })
        }}
      >
        {isEnforced
          ? 'Clients may connect without encryption again. Connections that are open now end, and may come back.'
          : 'Clients that do not encrypt are refused from now on. Connections that are open now end, and may come back encrypted.'}
      </ConfirmDialog>
    </>
  )
}
