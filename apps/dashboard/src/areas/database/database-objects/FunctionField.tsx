import { useQuery } from '@tanstack/react-query'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { functionQueries } from './functions/functions.queries.ts'

/** Functions that the open list shows at most; the others are found by typing. */
const FUNCTIONS_SHOWN = 100

interface FunctionName {
  schema: string
  name: string
}

/** The function that a trigger calls. */
export function FunctionField({
  projectRef,
  returns,
  value,
  error,
  onChange,
}: {
  projectRef: string
  returns: 'trigger' | 'event_trigger'
  /** Without a name, none is chosen. */
  value: FunctionName
  error: string | undefined
  onChange: (called: FunctionName) => void
}) {
  const { data: functions = [] } = useQuery(functionQueries.forTriggers(projectRef, returns))
  const known = functions.map((each) => ({ ...each, key: keyOf(each) }))
  const chosen = value.name === '' ? [] : [{ ...value, key: keyOf(value) }]
  return (
    <Field
      label="Function"
      required
      description={`It takes no arguments and returns ${returns}.`}
      {...(error !== undefined && { error })}
    >
      <Combobox
        placeholder="Choose a function"
        emptyText={`No function returns ${returns}`}
        options={[...chosen.filter(({ key }) => !known.some((each) => each.key === key)), ...known].map(
          (each) => ({ value: each.key, label: `${each.schema}.${each.name}` }),
        )}
        shownMax={FUNCTIONS_SHOWN}
        value={value.name === '' ? null : keyOf(value)}
        onValueChange={(next) => {
          if (next === null) return
          const [schema = '', name = ''] = JSON.parse(next) as string[]
          onChange({ schema, name })
        }}
      />
    </Field>
  )
}

const keyOf = ({ schema, name }: FunctionName) => JSON.stringify([schema, name])
