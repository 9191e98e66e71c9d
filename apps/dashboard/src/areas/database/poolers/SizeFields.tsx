import { DEFAULT_CLIENTS, DEFAULT_POOL_SIZE } from '@basalt/contract/poolers/poolers.rules.ts'
import { useFormContext } from 'react-hook-form'
import { Input } from '../../../ui/controls/Input.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import type { SizesFields } from './pooler-form.schema.ts'

/** The fields for a pooler's connections and clients. */
export function SizeFields({ isReadOnly }: { isReadOnly: boolean }) {
  const { control } = useFormContext<SizesFields>()
  const input = { inputMode: 'numeric', autoComplete: 'off', readOnly: isReadOnly } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField
        control={control}
        name="default_pool_size"
        label="Pool size"
        description={`Database connections per role, database and mode. ${DEFAULT_POOL_SIZE} by default; the database allows 60 in total.`}
      >
        {(field) => <Input {...input} placeholder={String(DEFAULT_POOL_SIZE)} {...field} />}
      </FormField>
      <FormField
        control={control}
        name="max_client_conn"
        label="Max client connections"
        description={`Concurrent clients of this project. ${DEFAULT_CLIENTS} by default.`}
      >
        {(field) => <Input {...input} placeholder={String(DEFAULT_CLIENTS)} {...field} />}
      </FormField>
    </div>
  )
}
