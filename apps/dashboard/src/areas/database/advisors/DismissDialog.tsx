import { DISMISSAL_REASON_MAX } from '@basalt/contract/advisors/advisors.rules.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formFailure } from '../../../api/form-failure.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { dismissFinding } from './findings.queries.ts'

const untilOptions = [
  { value: 'change', label: 'When the object changes' },
  { value: '7', label: 'After 7 days, or when the object changes' },
  { value: '30', label: 'After 30 days, or when the object changes' },
  { value: '90', label: 'After 90 days, or when the object changes' },
] as const

const Fields = z.object({
  reason: z.string().trim().min(1, 'Say why it may stay').max(DISMISSAL_REASON_MAX),
  until: z.enum(untilOptions.map(({ value }) => value)),
})
type Fields = z.infer<typeof Fields>

const describeError = formFailure<Fields>(['reason'])

/** Asks why a finding may stay, and until when. */
export function DismissDialog({
  projectRef,
  cacheKey,
  open,
  onOpenChange,
  onDismissed,
}: {
  projectRef: string
  cacheKey: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onDismissed: () => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Dismiss this finding"
      description="It is no longer counted, for all members of the project."
    >
      <DismissForm
        projectRef={projectRef}
        cacheKey={cacheKey}
        onCancel={() => onOpenChange(false)}
        onDismissed={onDismissed}
      />
    </Dialog>
  )
}

function DismissForm({
  projectRef,
  cacheKey,
  onCancel,
  onDismissed,
}: {
  projectRef: string
  cacheKey: string
  onCancel: () => void
  onDismissed: () => void
}) {
  const form = useForm<Fields>({
    defaultValues: { reason: '', until: 'change' },
    resolver: zodResolver(Fields),
  })
  const dismiss = useMutation(dismissFinding(projectRef))
  return (
    <Form
      form={form}
      bare
      aria-label="Dismiss this finding"
      describeError={describeError}
      onSubmit={async ({ reason, until }) => {
        await dismiss.mutateAsync({
          cache_key: cacheKey,
          reason,
          days: until === 'change' ? null : Number(until),
        })
        onDismissed()
      }}
    >
      <DialogBody>
        <FormError />
        <FormField control={form.control} name="reason" label="Reason" required>
          {(field) => <TextArea {...field} rows={3} maxLength={DISMISSAL_REASON_MAX} />}
        </FormField>
        <FormField control={form.control} name="until" label="Comes back">
          {(field) => <Select {...field} options={untilOptions} />}
        </FormField>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton>Dismiss</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
