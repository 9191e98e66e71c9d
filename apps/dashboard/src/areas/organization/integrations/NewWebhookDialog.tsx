import type { CreatedWebhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ShownOnce } from '../../../ui/form/ShownOnce.tsx'
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

/** Mounted with the dialog: the secret is gone from the page's memory when it closes. */
function Steps({ slug, close }: { slug: string; close: () => void }) {
  const { mutateAsync: add } = useMutation(addWebhook(slug))
  const [created, setCreated] = useState<CreatedWebhook>()
  return created ? (
    <ShownOnce
      title="Copy the signing secret now"
      secrets={{ 'Signing secret': created.secret }}
      close={close}
    >
      With it your program checks that a message comes from here, by any library for Standard Webhooks or as
      the guide to operating an installation says.
    </ShownOnce>
  ) : (
    <WebhookForm
      submitLabel="Add webhook"
      close={close}
      onSubmit={async ({ url = '', ...values }) => {
        const webhook = await add({ ...values, url })
        // A chat does not check signatures: there is nothing to hand over.
        if (webhook.format === 'json') setCreated(webhook)
        else close()
      }}
    />
  )
}
