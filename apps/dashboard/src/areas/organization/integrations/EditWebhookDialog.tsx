import type { Webhook } from '@basalt/contract/integrations/webhooks.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { changeWebhook } from './integrations.queries.ts'
import { WebhookForm } from './WebhookForm.tsx'

export function EditWebhookDialog({
  slug,
  webhook,
  close,
}: {
  slug: string
  webhook: Webhook
  close: () => void
}) {
  const { mutateAsync: change } = useMutation(changeWebhook(slug, webhook.id))
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={`Edit ${webhook.name}`}>
      <WebhookForm
        webhook={webhook}
        submitLabel="Save webhook"
        close={close}
        onSubmit={async (values) => {
          await change(values)
          close()
        }}
      />
    </Dialog>
  )
}
