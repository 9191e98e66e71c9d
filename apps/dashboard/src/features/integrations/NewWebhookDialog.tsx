import type { CreatedWebhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogBody } from '../../ui/DialogBody.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useHoldDialog } from '../../ui/dialog-hold.ts'
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
    <SecretStep secret={created.secret} close={close} />
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

function SecretStep({ secret, close }: { secret: string; close: () => void }) {
  useHoldDialog()
  return (
    <>
      <DialogBody>
        <Callout tone="warning" role="status" title="Copy the signing secret now">
          It is shown this once. With it your program checks that a message comes from here, by any library
          for Standard Webhooks or as the guide to operating an installation says.
        </Callout>
        <CodeBlock code={secret} title="Signing secret" wrap />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}
