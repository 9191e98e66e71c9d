import type { NetworkAccess } from '@basalt/contract/network-access/network-access.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { changeNetworkAccess } from './network-access.queries.ts'
import { type RestrictionsFields, RestrictionsForm as Schema } from './restrictions-form.schema.ts'

const describeError = formFailure<RestrictionsFields>(['allowed_cidrs'])

const fieldsOf = ({ allowed_cidrs }: NetworkAccess): RestrictionsFields => ({
  allowed_cidrs: (allowed_cidrs ?? []).join('\n'),
})

/** The form of the addresses that may connect to the database. */
export function RestrictionsForm({
  projectRef,
  access,
  refusal,
}: {
  projectRef: string
  access: NetworkAccess
  refusal: string | undefined
}) {
  const { mutateAsync } = useMutation(changeNetworkAccess(projectRef))
  const form = useForm({
    resolver: zodResolver(Schema),
    values: fieldsOf(access),
    resetOptions: KEEP_EDITS,
  })
  const { control } = form
  return (
    <Form
      form={form}
      aria-label="Network restrictions"
      describeError={describeError}
      onSubmit={async (values) => {
        form.reset(fieldsOf(await mutateAsync(values)), DISCARD_EDITS)
        toast({ title: 'Network restrictions saved', tone: 'success' })
      }}
    >
      <FormField
        control={control}
        name="allowed_cidrs"
        label="Allowed addresses"
        labelAside={`Your address: ${access.your_address}`}
        description="One address or block per line; empty allows every address. Saving ends open connections; allowed clients can reconnect."
      >
        {(field) => (
          <TextArea
            mono
            rows={4}
            spellCheck={false}
            autoComplete="off"
            placeholder="Every address"
            readOnly={refusal !== undefined}
            {...field}
          />
        )}
      </FormField>
      <SaveOrCancel saved={fieldsOf(access)} refusal={refusal} />
    </Form>
  )
}
