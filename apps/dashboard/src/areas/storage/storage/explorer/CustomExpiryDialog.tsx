import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { dayAndTime } from '../../../../lib/dates.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import type { Entry } from './entry.rules.ts'
import { expiryUnits, secondsOf } from './expiry.rules.ts'
import { useExplorer } from './explorer-context.ts'

const Expiry = z
  .object({ duration: z.string().min(1, 'Please provide an expiry duration'), unit: z.enum(expiryUnits) })
  .refine(({ duration, unit }) => duration === '' || secondsOf(duration, unit) !== undefined, {
    path: ['duration'],
    message: 'Expiry duration must be greater than 0, and at most a thousand years',
  })
const unitOptions = expiryUnits.map((unit) => ({ value: unit, label: unit }))

export function CustomExpiryDialog({ entry, onClose }: { entry: Entry | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={entry !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Custom expiry for signed URL"
      size="sm"
    >
      {entry && <ExpiryForm entry={entry} onClose={onClose} />}
    </Dialog>
  )
}

function ExpiryForm({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { copyUrl } = useExplorer()
  const form = useForm({
    resolver: zodResolver(Expiry),
    defaultValues: { duration: '0', unit: 'days' as const },
  })
  const { duration = '', unit = 'days' } = useWatch({ control: form.control })
  const seconds = secondsOf(duration, unit)
  return (
    <Form
      form={form}
      bare
      aria-label="Custom expiry"
      onSubmit={async (values) => {
        await copyUrl(entry, secondsOf(values.duration, values.unit))
        onClose()
      }}
    >
      <DialogBody>
        <div className="flex items-start gap-2">
          <FormField control={form.control} name="duration" label="Duration" className="flex-1">
            {(field) => <Input inputMode="decimal" autoComplete="off" {...field} />}
          </FormField>
          <FormField control={form.control} name="unit" label="Units" className="w-32">
            {(field) => <Select options={unitOptions} {...field} />}
          </FormField>
        </div>
        {seconds !== undefined && (
          <p role="status" className="text-ink-muted text-sm">
            URL will expire on {dayAndTime(Date.now() + seconds * 1000)}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton {...(!form.formState.isDirty && { reason: 'Enter how long the URL should work' })}>
          Get signed URL
        </SubmitButton>
      </DialogFooter>
    </Form>
  )
}
