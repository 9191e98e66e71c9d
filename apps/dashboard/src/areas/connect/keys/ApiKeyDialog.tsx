import type { ApiKey } from '@basalt/contract/keys/keys.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ApiKeyForm } from './ApiKeyForm.tsx'
import { changeApiKey } from './keys.queries.ts'

const TITLE = 'Rename or describe key'

export function ApiKeyDialog({
  projectRef,
  apiKey,
  close,
}: {
  projectRef: string
  /** The key to change; the dialog is open while it is defined. */
  apiKey: ApiKey | undefined
  close: () => void
}) {
  const { mutateAsync } = useMutation(changeApiKey(projectRef))
  return (
    <Dialog
      open={apiKey !== undefined}
      onOpenChange={(open) => !open && close()}
      title={TITLE}
      description="The key itself stays as it is."
      size="sm"
    >
      {apiKey?.id && (
        <ApiKeyForm
          label={TITLE}
          values={{ name: apiKey.name, description: apiKey.description }}
          submitLabel="Save"
          close={close}
          onSubmit={async (change) => {
            await mutateAsync({ id: apiKey.id ?? '', change })
            close()
          }}
        />
      )}
    </Dialog>
  )
}
