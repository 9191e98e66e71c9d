import type { Bucket } from '@basalt/contract/storage/buckets.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Form } from '../../../../ui/form/Form.tsx'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { SubmitButton } from '../../../../ui/form/SubmitButton.tsx'
import { storageSettingsQueries } from '../settings/settings.queries.ts'
import { BucketFields } from './BucketFields.tsx'
import { createBucket, updateBucket } from './bucket.queries.ts'
import { bucketForm, emptyBucketValues, rulesOf, valuesOf } from './bucket-form.rules.ts'

interface Props {
  projectRef: string
  /** The bucket to edit; omitted to create one. */
  bucket?: Bucket
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A link to the project's storage settings. */
  settingsLink: ReactElement
  /** Called with the name of a new bucket. */
  onCreated?: (name: string) => void
}

export function BucketDialog({ open, onOpenChange, bucket, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={bucket ? `Edit bucket “${bucket.name}”` : 'Create a file bucket'}
      description={bucket ? undefined : 'A bucket holds files and folders under one set of rules.'}
    >
      <BucketForm {...rest} {...(bucket && { bucket })} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that it starts with the bucket's current settings. */
function BucketForm({
  projectRef: ref,
  bucket,
  settingsLink,
  onCreated,
  close,
}: Omit<Props, 'open' | 'onOpenChange'> & {
  close: () => void
}) {
  const { data: config } = useQuery(storageSettingsQueries.config(ref))
  const form = useForm({
    resolver: zodResolver(bucketForm(config?.fileSizeLimit, bucket === undefined)),
    defaultValues: bucket ? valuesOf(bucket) : emptyBucketValues,
  })
  const { mutateAsync: create } = useMutation(createBucket(ref))
  const { mutateAsync: update } = useMutation(updateBucket(ref, bucket?.id ?? ''))
  const title = bucket ? 'Edit bucket' : 'New bucket'
  return (
    <Form
      form={form}
      bare
      aria-label={title}
      describeError={(error) => ({
        message: `Failed to ${bucket ? 'update' : 'create'} bucket: ${error instanceof Error ? error.message : String(error)}`,
      })}
      onSubmit={async (values) => {
        const rules = rulesOf(values)
        if (bucket) {
          await update(rules)
          toast({ tone: 'success', title: `Successfully updated bucket "${bucket.name}"` })
          return close()
        }
        const { name } = await create({ id: values.name, ...rules })
        toast({ tone: 'success', title: `Successfully created bucket ${name}` })
        close()
        onCreated?.(name)
      }}
    >
      <DialogBody>
        <FormError />
        <BucketFields
          form={form}
          existing={bucket && { isPublic: bucket.public }}
          globalLimit={config?.fileSizeLimit}
          settingsLink={settingsLink}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton>{bucket ? 'Save' : 'Create bucket'}</SubmitButton>
      </DialogFooter>
    </Form>
  )
}
