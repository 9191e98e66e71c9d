import { Select } from '../../../ui/controls/Select.tsx'
import { Field } from '../../../ui/form/Field.tsx'

type Enabled = 'origin' | 'always' | 'replica' | 'disabled'

/** When a trigger of a table or of events fires. */
export const EnabledField = ({
  value,
  replicas,
  error,
  onChange,
}: {
  value: Enabled
  /** What the setting is about, such as `changes that replication applies`. */
  replicas: string
  error: string | undefined
  onChange: (enabled: Enabled) => void
}) => (
  <Field label="Enabled" {...(error !== undefined && { error })}>
    <Select
      options={[
        { value: 'origin', label: 'Enabled', description: `Except for ${replicas}` },
        { value: 'always', label: 'Always', description: `Also for ${replicas}` },
        { value: 'replica', label: 'Replica', description: `Only for ${replicas}` },
        { value: 'disabled', label: 'Disabled' },
      ]}
      value={value}
      onValueChange={onChange}
    />
  </Field>
)
