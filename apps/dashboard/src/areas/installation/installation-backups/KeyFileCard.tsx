import {
  FINGERPRINT_COMMAND,
  isKeyCheckDue,
} from '@basalt/contract/installation-backups/installation-backups.rules.ts'
import type { InstallationBackups } from '@basalt/contract/installation-backups/installation-backups.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { When } from '../../../ui/text/When.tsx'
import { confirmKey } from './installation-backups.queries.ts'

interface Fields {
  fingerprint: string
}

const describeError = formFailure<Fields>(['fingerprint'])

/** Says whether the owner still has the key file, and lets them prove it without sending it anywhere. */
export function KeyFileCard({
  keyFile: { file, confirmed_at: confirmedAt },
}: {
  keyFile: InstallationBackups['key']
}) {
  const { mutateAsync } = useMutation(confirmKey)
  const form = useForm<Fields>({ defaultValues: { fingerprint: '' } })
  return (
    <Card
      title="Key file"
      description="Backups hold passwords and keys that only this file decrypts. It is in none of them."
    >
      <div className="flex flex-col gap-4">
        {isKeyCheckDue(confirmedAt, new Date()) ? (
          <Callout
            tone="warning"
            title={confirmedAt === null ? 'No copy is confirmed' : 'Check your copy again'}
          >
            Without a copy of {file} on another machine, a lost machine cannot be restored.{' '}
            {confirmedAt !== null && (
              <>
                Last confirmed <When time={confirmedAt} />.
              </>
            )}
          </Callout>
        ) : (
          <Callout tone="success" title="Your copy is confirmed">
            Last confirmed <When time={confirmedAt!} />.
          </Callout>
        )}
        <Form
          form={form}
          aria-label="Confirm the key file"
          describeError={describeError}
          onSubmit={async ({ fingerprint }) => {
            await mutateAsync(fingerprint)
            form.reset()
          }}
        >
          <p className="text-ink-muted text-sm">
            Run this where your copy is, and paste what it prints. The fingerprint reveals nothing of the key.
          </p>
          <CodeBlock label="Fingerprint command" code={FINGERPRINT_COMMAND} />
          <FormField control={form.control} name="fingerprint" label="Fingerprint of your copy">
            {(field) => <Input {...field} autoComplete="off" spellCheck={false} />}
          </FormField>
          <div>
            <SubmitButton>Confirm copy</SubmitButton>
          </div>
        </Form>
      </div>
    </Card>
  )
}
