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

/** The name and rules of a bucket. `existing` is set when an existing bucket is edited. */
export function BucketFields({
  form: { control },
  existing,
  globalLimit,
  settingsLink,
}: {
  form: UseFormReturn<BucketValues>
  existing: { isPublic: boolean } | undefined
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
        description={existing ? undefined : 'The name cannot be changed later.'}
      >
        {(field) => (
          <Input autoComplete="off" spellCheck={false} {...field} disabled={existing !== undefined} />
        )}
      </FormField>
      <Toggle
        control={control}
        name="isPublic"
        label="Public bucket"
        description="Anyone with the URL of a file can read it without a key."
      />
      <PublicWarning isPublic={isPublic} wasPublic={existing?.isPublic} />
      <Toggle
        control={control}
        name="hasLimit"
        label="Restrict file size"
        description="Reject files that exceed this bucket's limit."
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
              The project limits all files to {formatBytes(globalLimit)}.{' '}
              <TextLink render={settingsLink}>Storage settings</TextLink>
            </p>
          )}
        </div>
      )}
      <Toggle
        control={control}
        name="hasTypes"
        label="Restrict MIME types"
        description="Accept only certain types of files."
      />
      {hasTypes && (
        <FormField
          control={control}
          name="types"
          label="Allowed MIME types"
          description="Comma-separated, such as image/png, video/*. Leave empty to allow every type."
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

function PublicWarning({ isPublic, wasPublic }: { isPublic: boolean; wasPublic: boolean | undefined }) {
  if (isPublic && wasPublic !== true)
    return (
      <Callout tone="warning" role="status" title="Everyone will be able to read every file in this bucket">
        Policies still decide who can upload, change, delete and list.
      </Callout>
    )
  if (!isPublic && wasPublic === true)
    return (
      <Callout tone="warning" role="status" title="Public URLs will stop working">
        Anything that uses the public URLs of files in this bucket will lose access.
      </Callout>
    )
  return null
}
