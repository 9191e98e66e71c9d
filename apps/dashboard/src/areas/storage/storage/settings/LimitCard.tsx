import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { fileSizeCaps } from '@basalt/contract/storage/limits.rules.ts'
import type { StorageConfig } from '@basalt/contract/storage/settings.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { formatBytes } from '../../../../lib/bytes.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { amountOf, bytesOf, sizeUnits } from '../size.rules.ts'
import { type LimitValues, limitForm } from './limit-form.rules.ts'
import { changeStorageConfig } from './settings.queries.ts'

const unitOptions = sizeUnits.map((unit) => ({ value: unit, label: unit }))

const valuesOf = ({ fileSizeLimit, features }: StorageConfig): LimitValues => ({
  ...amountOf(fileSizeLimit),
  imageTransformation: features.imageTransformation.enabled,
})

export function LimitCard({
  projectRef,
  config,
  plan,
  refusal,
}: {
  projectRef: string
  config: StorageConfig
  plan: PlanId
  refusal: string | undefined
}) {
  const cap = fileSizeCaps[plan]
  const isFree = plan === 'free'
  const form = useForm({ resolver: zodResolver(limitForm(cap)), defaultValues: valuesOf(config) })
  const { mutateAsync: change } = useMutation(changeStorageConfig(projectRef))
  const { isDirty } = form.formState
  return (
    <Card title="Files">
      <Form
        form={form}
        aria-label="Files"
        onSubmit={async ({ amount, unit, imageTransformation }) => {
          const changed = await change({
            fileSizeLimit: bytesOf(amount, unit) ?? cap,
            features: { imageTransformation: { enabled: imageTransformation } },
          })
          form.reset(valuesOf(changed))
          toast({ tone: 'success', title: 'Successfully updated storage settings' })
        }}
      >
        {isFree && (
          <Callout title={`The free plan allows files of up to ${formatBytes(cap)}`}>
            An owner can upgrade the organization’s plan for larger files and image transformation.
          </Callout>
        )}
        <Controller
          control={form.control}
          name="imageTransformation"
          render={({ field: { value, onChange, ...field } }) => (
            <Switch
              {...field}
              trailing
              label="Enable image transformation"
              description="Serves images in other sizes and formats on request."
              disabled={isFree}
              checked={value && !isFree}
              onCheckedChange={onChange}
            />
          )}
        />
        <div className="flex items-start gap-2">
          <FormField
            control={form.control}
            name="amount"
            label="Global file size limit"
            description={`Applies to all buckets. Maximum size is ${formatBytes(cap)}.`}
            className="flex-1"
          >
            {(field) => <Input inputMode="decimal" autoComplete="off" {...field} disabled={isFree} />}
          </FormField>
          <FormField control={form.control} name="unit" label="Unit" className="w-28">
            {(field) => <Select options={unitOptions} {...field} disabled={isFree} />}
          </FormField>
        </div>
        <div className="flex justify-end gap-2">
          {isDirty && <Button onClick={() => form.reset(valuesOf(config))}>Cancel</Button>}
          <SubmitButton {...saveReason(refusal, isFree, isDirty)}>Save</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

function saveReason(refusal: string | undefined, isFree: boolean, isDirty: boolean) {
  if (refusal !== undefined) return { reason: refusal }
  if (isFree) return { reason: 'These settings cannot be changed on the free plan' }
  return isDirty ? {} : { reason: 'No changes to save' }
}
