import type { DedicatedPooler } from '@basalt/contract/poolers/poolers.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { type DedicatedFields, DedicatedForm, dedicatedOf, timeNames } from './pooler-form.schema.ts'
import { changeDedicatedPooler } from './poolers.queries.ts'
import { SizeFields } from './SizeFields.tsx'
import { TimesFields } from './TimesFields.tsx'

const describeError = formFailure<DedicatedFields>(['default_pool_size', 'max_client_conn', ...timeNames])

/** The settings of a project's dedicated pooler. */
export function DedicatedPoolerForm({
  projectRef,
  pooler,
  refusal,
}: {
  projectRef: string
  pooler: DedicatedPooler
  refusal: string | undefined
}) {
  const { mutateAsync } = useMutation(changeDedicatedPooler(projectRef))
  const form = useForm({
    resolver: zodResolver(DedicatedForm),
    values: dedicatedOf(pooler),
    resetOptions: KEEP_EDITS,
  })
  return (
    <Form
      form={form}
      aria-label="Dedicated pooler"
      describeError={describeError}
      onSubmit={async (values) => {
        await mutateAsync(values)
        form.reset(form.getValues(), DISCARD_EDITS)
        toast({ title: 'Dedicated pooler settings saved', tone: 'success' })
      }}
    >
      <p className="text-ink-muted text-sm">
        {pooler.pgbouncer_status === 'ENABLED' ? (
          <>
            Listens on <code className="text-xs">{`${pooler.db_host}:${pooler.db_port}`}</code> in transaction
            mode. Log in as <code className="text-xs">{pooler.db_user}</code>.
          </>
        ) : (
          'Listens once the project is running.'
        )}
      </p>
      <SizeFields isReadOnly={refusal !== undefined} />
      <TimesFields isReadOnly={refusal !== undefined} />
      <SaveOrCancel saved={dedicatedOf(pooler)} refusal={refusal} />
    </Form>
  )
}
