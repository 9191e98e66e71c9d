import type { ApiKeyType } from '@basalt/contract/keys/keys.rules.ts'
import type { CreatedApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogBody } from '../../ui/DialogBody.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useHoldDialog } from '../../ui/dialog-hold.ts'
import { ApiKeyForm } from './ApiKeyForm.tsx'
import { apiKeyWords } from './key-words.rules.ts'
import { createApiKey } from './keys.queries.ts'

interface Props {
  projectRef: string
  type: ApiKeyType
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function NewApiKeyDialog({ projectRef, type, open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`New ${type} key`} size="sm">
      <Steps projectRef={projectRef} type={type} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

type StepProps = Omit<Props, 'open' | 'onOpenChange'> & { close: () => void }

/** Mounted with the dialog: a secret key is gone from the page's memory when it closes. */
function Steps(props: StepProps) {
  const [secret, setSecret] = useState<string>()
  const finish = ({ type, api_key }: CreatedApiKey) => {
    if (type === 'secret') setSecret(api_key)
    else props.close()
  }
  if (secret === undefined) return <NameStep {...props} onCreated={finish} />
  return <SecretStep secret={secret} close={props.close} />
}

function NameStep({
  projectRef,
  type,
  close,
  onCreated,
}: StepProps & { onCreated: (key: CreatedApiKey) => void }) {
  const { mutateAsync } = useMutation(createApiKey(projectRef))
  return (
    <ApiKeyForm
      label={`New ${type} key`}
      values={{ name: '', description: '' }}
      example={apiKeyWords[type].example}
      submitLabel="Create key"
      close={close}
      onSubmit={async (fields) => onCreated(await mutateAsync({ type, ...fields }))}
    />
  )
}

function SecretStep({ secret, close }: { secret: string; close: () => void }) {
  useHoldDialog()
  return (
    <>
      <DialogBody>
        <Callout tone="warning" role="status" title="Copy the key now">
          It is shown this once. Whoever has it can read and change everything in this project.
        </Callout>
        <CodeBlock code={secret} title="Secret key" wrap />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}
