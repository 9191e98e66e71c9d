import { type PoolerTime, poolerTimes } from '@basalt/contract/poolers/poolers.rules.ts'
import { useFormContext, useFormState } from 'react-hook-form'
import { Input } from '../../../ui/controls/Input.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { type DedicatedFields, timeNames } from './pooler-form.schema.ts'

const labels: Record<PoolerTime, { label: string; description: string }> = {
  query_wait_timeout: {
    label: 'Wait for a connection (seconds)',
    description: 'How long a client waits for a free connection before it gets an error.',
  },
  server_idle_timeout: {
    label: 'Close idle connections after (seconds)',
    description: 'How long an unused database connection stays open.',
  },
  server_lifetime: {
    label: 'Renew connections after (seconds)',
    description: 'The maximum age of a database connection. It is never closed during a transaction.',
  },
}

/** The advanced timeout fields of a pooler. */
export function TimesFields({ isReadOnly }: { isReadOnly: boolean }) {
  const { control } = useFormContext<DedicatedFields>()
  const { errors } = useFormState({ control, name: timeNames })
  return (
    <Disclosure summary="Advanced" isWrong={timeNames.some((name) => errors[name])}>
      <div className="grid gap-4 pt-2 sm:grid-cols-2">
        {timeNames.map((name) => (
          <FormField
            key={name}
            control={control}
            name={name}
            label={labels[name].label}
            description={`${labels[name].description} ${poolerTimes[name].default} by default.`}
          >
            {(field) => (
              <Input
                inputMode="numeric"
                autoComplete="off"
                readOnly={isReadOnly}
                placeholder={String(poolerTimes[name].default)}
                {...field}
              />
            )}
          </FormField>
        ))}
      </div>
    </Disclosure>
  )
}
