import type { PoolMode } from '@basalt/contract/poolers/poolers.rules.ts'
import type { SharedPooler } from '@basalt/contract/poolers/poolers.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { type SharedFields, SharedForm, sizesOf } from './pooler-form.schema.ts'
import { changeSharedPooler } from './poolers.queries.ts'
import { SizeFields } from './SizeFields.tsx'

const describeError = formFailure<SharedFields>(['pool_mode', 'default_pool_size', 'max_client_conn'])

const modes: { value: PoolMode; label: string; description: string }[] = [
  {
    value: 'transaction',
    label: 'Transaction',
    description: 'Clients share connections between transactions. Both poolers are available.',
  },
  {
    value: 'session',
    label: 'Session',
    description:
      'Each client keeps its connection until it disconnects. The transaction pooler is not available.',
  },
]

const fieldsOf = (rows: readonly SharedPooler[]): SharedFields => ({
  pool_mode: rows.some(({ pool_mode }) => pool_mode === 'transaction') ? 'transaction' : 'session',
  ...sizesOf(rows[0]!),
})

/** The settings of the shared pooler for a project. */
export function SharedPoolerForm({
  projectRef,
  rows,
  refusal,
}: {
  projectRef: string
  rows: readonly SharedPooler[]
  refusal: string | undefined
}) {
  const { mutateAsync } = useMutation(changeSharedPooler(projectRef))
  const form = useForm({
    resolver: zodResolver(SharedForm),
    values: fieldsOf(rows),
    resetOptions: KEEP_EDITS,
  })
  const { control } = form
  const isReadOnly = refusal !== undefined
  const isModeChanging = useWatch({ control, name: 'pool_mode' }) !== fieldsOf(rows).pool_mode
  return (
    <Form
      form={form}
      aria-label="Shared pooler"
      describeError={describeError}
      onSubmit={async (values) => {
        await mutateAsync(values)
        form.reset(form.getValues(), DISCARD_EDITS)
        toast({ title: 'Shared pooler settings saved', tone: 'success' })
      }}
    >
      <FormField control={control} name="pool_mode" label="Pool mode">
        {(field) => (
          <RadioGroup
            aria-label="Pool mode"
            layout="cards"
            options={modes}
            {...field}
            disabled={isReadOnly}
          />
        )}
      </FormField>
      {isModeChanging && (
        <Callout tone="warning">Connected clients are disconnected and can reconnect.</Callout>
      )}
      <SizeFields isReadOnly={isReadOnly} />
      <SaveOrCancel saved={fieldsOf(rows)} refusal={refusal} />
    </Form>
  )
}
