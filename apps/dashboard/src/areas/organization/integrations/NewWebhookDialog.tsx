import type { CreatedWebhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { OneTimeSecret } from '../../../ui/form/OneTimeSecret.tsx'
import { addWebhook } from './integrations.queries.ts'
import { WebhookForm } from './WebhookForm.tsx'

export function NewWebhookDialog({
  slug,
  open,
  onOpenChange,
}: {
  slug: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New webhook">
      <Steps slug={slug} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that closing it removes the secret from memory. */
function Steps({ slug, close }: { slug: string; close: () => void }) {
  const { mutateAsync: add } = useMutation(addWebhook(slug))
  const [created, setCreated] = useState<CreatedWebhook>()
  return created ? (
    <OneTimeSecret
      title="Copy the signing secret now"
      secrets={{ 'Signing secret': created.secret }}
      close={close}
    >
      Your program verifies messages with it, using any Standard Webhooks library or as described in the
      operating guide.
    </OneTimeSecret>
  ) : (
    <WebhookForm
      submitLabel="Add webhook"
      close={close}
      onSubmit={async ({ url = '', ...values }) => {
        const webhook = await add({ ...values, url })
        // Chats do not verify signatures, so there is no secret to display.
        if (webhook.format === 'json') setCreated(webhook)
        else close()
      }}
    />
  )
}
