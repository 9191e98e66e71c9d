import { MfaProof } from '@basalt/contract/mfa/mfa.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { CodeField } from './CodeField.tsx'

const describeError = formFailure<{ code: string }>(['code'])

/** The content of a dialog that confirms an action with a code. `children` describe the action. */
export function ProofForm({
  label,
  submitLabel,
  isDangerous = false,
  onSubmit,
  close,
  children,
}: {
  label: string
  submitLabel: string
  isDangerous?: boolean
  onSubmit: (proof: { code: string }) => Promise<void>
  close: () => void
  children: ReactNode
}) {
  const form = useForm({ resolver: zodResolver(MfaProof), defaultValues: { code: '' } })
  return (
    <Form form={form} aria-label={label} describeError={describeError} bare onSubmit={onSubmit}>
      <DialogBody>
        <FormError />
        <p className="text-ink-muted text-sm">{children}</p>
        <CodeField control={form.control} orRecovery />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton variant={isDangerous ? 'danger' : 'primary'}>{submitLabel}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
