import type { ApiKeyType } from '@basalt/contract/keys/keys.rules.ts'
import type { CreatedApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { OneTimeSecret } from '../../../ui/form/OneTimeSecret.tsx'
import { ApiKeyForm } from './ApiKeyForm.tsx'
import { apiKeyTexts } from './key-texts.rules.ts'
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

/** Mounted with the dialog, so that closing it removes a secret key from memory. */
function Steps(props: StepProps) {
  const [secret, setSecret] = useState<string>()
  const finish = ({ type, api_key }: CreatedApiKey) => {
    if (type === 'secret') setSecret(api_key)
    else props.close()
  }
  if (secret === undefined) return <NameStep {...props} onCreated={finish} />
  return (
    <OneTimeSecret title="Copy the key now" secrets={{ 'Secret key': secret }} close={props.close}>
      Anyone who has it can read and change everything in this project.
    </OneTimeSecret>
  )
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
      example={apiKeyTexts[type].example}
      submitLabel="Create key"
      close={close}
      onSubmit={async (fields) => onCreated(await mutateAsync({ type, ...fields }))}
    />
  )
}
