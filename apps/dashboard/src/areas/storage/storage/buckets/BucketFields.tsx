import type { ReactElement } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { formatBytes } from '../../../../lib/bytes.ts'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { FormField } from '../../../../ui/form/FormField.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { sizeUnits } from '../size.rules.ts'
import type { BucketValues } from './bucket-form.rules.ts'

const unitOptions = sizeUnits.map((unit) => ({ value: unit, label: unit }))

/** What a bucket is called and what it lets in. `was` is what it has been so far, if it is there already. */
export function BucketFields({
  form: { control },
  was,
  globalLimit,
  settingsLink,
}: {
  form: UseFormReturn<BucketValues>
  was: { isPublic: boolean } | undefined
  globalLimit: number | undefined
  settingsLink: ReactElement
}) {
  const { isPublic, hasLimit, hasTypes } = useWatch({ control }) as BucketValues
  return (
    <>
      <FormField
        control={control}
        name="name"
        label="Bucket name"
        description={was ? undefined : 'The name cannot be changed later.'}
      >
        {(field) => <Input autoComplete="off" spellCheck={false} {...field} disabled={was !== undefined} />}
      </FormField>
      <Toggle
        control={control}
        name="isPublic"
        label="Public bucket"
        description="Anyone who knows an address can read the file, without a key."
      />
      <PublicWarning isPublic={isPublic} was={was?.isPublic} />
      <Toggle
        control={control}
        name="hasLimit"
        label="Restrict file size"
        description="Refuse files that are larger than a limit of this bucket."
      />
      {hasLimit && (
        <div className="flex flex-col gap-1.5">
          <div className="flex items-start gap-2">
            <FormField control={control} name="amount" label="File size limit" className="flex-1">
              {(field) => <Input inputMode="decimal" autoComplete="off" {...field} />}
            </FormField>
            <FormField control={control} name="unit" label="Unit" className="w-28">
              {(field) => <Select options={unitOptions} {...field} />}
            </FormField>
          </div>
          {globalLimit !== undefined && (
            <p className="text-ink-muted text-xs">
              No file may be larger than {formatBytes(globalLimit)}, the limit of the project.{' '}
              <TextLink render={settingsLink}>Storage settings</TextLink>
            </p>
          )}
        </div>
      )}
      <Toggle
        control={control}
        name="hasTypes"
        label="Restrict MIME types"
        description="Let in files of some types only."
      />
      {hasTypes && (
        <FormField
          control={control}
          name="types"
          label="Allowed MIME types"
          description="Separated by commas, such as image/png, video/*. Nothing lets every type in."
        >
          {(field) => <Input placeholder="image/*, application/pdf" autoComplete="off" {...field} />}
        </FormField>
      )}
    </>
  )
}

function Toggle({
  control,
  name,
  label,
  description,
}: {
  control: UseFormReturn<BucketValues>['control']
  name: 'isPublic' | 'hasLimit' | 'hasTypes'
  label: string
  description: string
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ...field } }) => (
        <Switch
          {...field}
          trailing
          label={label}
          description={description}
          disabled={field.disabled ?? false}
          checked={value}
          onCheckedChange={onChange}
        />
      )}
    />
  )
}

function PublicWarning({ isPublic, was }: { isPublic: boolean; was: boolean | undefined }) {
  if (isPublic && was !== true)
    return (
      <Callout tone="warning" role="status" title="Everyone will be able to read every file in this bucket">
        Policies still decide who can upload, change, delete and list.
      </Callout>
    )
  if (!isPublic && was === true)
    return (
      <Callout tone="warning" role="status" title="Public addresses stop working">
        Whatever shows files of this bucket by their public address will no longer find them.
      </Callout>
    )
  return null
}
