import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { OneTimeSecret } from '../../../ui/form/OneTimeSecret.tsx'
import { revealApiKey } from './keys.queries.ts'

/** Reveals the secret key created with the project. The server deletes it after responding. */
export function RevealKeyDialog({
  projectRef,
  apiKey,
  close,
}: {
  projectRef: string
  apiKey: ApiKey | undefined
  close: () => void
}) {
  return (
    <Dialog
      open={apiKey !== undefined}
      onOpenChange={(open) => !open && close()}
      title={`Reveal ${apiKey?.name ?? 'key'}`}
      size="sm"
    >
      {apiKey?.id && <Steps projectRef={projectRef} id={apiKey.id} close={close} />}
    </Dialog>
  )
}

/** Mounted with the dialog, so that closing it removes the key from memory. */
function Steps({ projectRef, id, close }: { projectRef: string; id: string; close: () => void }) {
  const [secret, setSecret] = useState<string>()
  const { mutateAsync: reveal, isPending, error } = useMutation(revealApiKey(projectRef))
  if (secret !== undefined)
    return (
      <OneTimeSecret title="Copy the key now" secrets={{ 'Secret key': secret }} close={close}>
        Anyone who has it can read and change everything in this project.
      </OneTimeSecret>
    )
  return (
    <>
      <DialogBody>
        <p className="text-sm">
          This key has not been revealed yet. It is displayed only once, so be ready to store it.
        </p>
        {error && (
          <Callout tone="critical" role="alert" title="The key was not revealed">
            {error.message}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          loading={isPending}
          onClick={() =>
            reveal(id).then(
              ({ api_key }) => setSecret(api_key),
              () => undefined,
            )
          }
        >
          Reveal key
        </Button>
      </DialogFooter>
    </>
  )
}
