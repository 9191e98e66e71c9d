import { useMutation } from '@tanstack/react-query'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { disableMfa } from './mfa.queries.ts'
import { ProofForm } from './ProofForm.tsx'

const TITLE = 'Turn off multi-factor authentication'

export function DisableMfaDialog({ open, close }: { open: boolean; close: () => void }) {
  const { mutateAsync } = useMutation(disableMfa)
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={TITLE} size="sm">
      <ProofForm
        label={TITLE}
        submitLabel="Turn off"
        isDangerous
        close={close}
        onSubmit={async (proof) => {
          await mutateAsync(proof)
          toast({ title: 'Multi-factor authentication is off' })
          close()
        }}
      >
        Your password alone will sign you in. Organizations that ask for multi-factor authentication close to
        you until you set it up again.
      </ProofForm>
    </Dialog>
  )
}
