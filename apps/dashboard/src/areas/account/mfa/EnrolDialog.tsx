import { type MfaEnrolment, TotpProof } from '@basalt/contract/mfa/mfa.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { CodeField } from './CodeField.tsx'
import { confirmEnrolment } from './mfa.queries.ts'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodesStep } from './RecoveryCodesStep.tsx'

const describeError = formFailure<{ code: string }>(['code'])

/** Open while there is a secret to confirm. */
export function EnrolDialog({
  enrolment,
  close,
}: {
  enrolment: MfaEnrolment | undefined
  close: () => void
}) {
  return (
    <Dialog
      open={enrolment !== undefined}
      onOpenChange={(open) => !open && close()}
      title="Set up multi-factor authentication"
    >
      {enrolment && <Steps enrolment={enrolment} close={close} />}
    </Dialog>
  )
}

/** Mounted with the dialog, so that closing it removes secret and codes from memory. */
function Steps({ enrolment, close }: { enrolment: MfaEnrolment; close: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  return codes === undefined ? (
    <ScanStep enrolment={enrolment} onConfirmed={setCodes} close={close} />
  ) : (
    <RecoveryCodesStep codes={codes} close={close} />
  )
}

function ScanStep({
  enrolment: { secret, uri },
  onConfirmed,
  close,
}: {
  enrolment: MfaEnrolment
  onConfirmed: (codes: readonly string[]) => void
  close: () => void
}) {
  const { mutateAsync } = useMutation(confirmEnrolment)
  const form = useForm({ resolver: zodResolver(TotpProof), defaultValues: { code: '' } })
  return (
    <Form
      form={form}
      aria-label="Set up multi-factor authentication"
      describeError={describeError}
      bare
      onSubmit={async (proof) => onConfirmed((await mutateAsync(proof)).recovery_codes)}
    >
      <DialogBody>
        <FormError />
        <p className="text-ink-muted text-sm">
          Scan this with the authenticator app on your phone, or type in the key. Then enter the code from the
          app. Turning it on signs you out everywhere else.
        </p>
        <div className="flex flex-col gap-4 sm:flex-row">
          <QrCode text={uri} label="QR code with the key for your authenticator app" />
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            <CodeBlock code={secret} title="Key" wrap />
            <CodeField control={form.control} />
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>Turn on</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
