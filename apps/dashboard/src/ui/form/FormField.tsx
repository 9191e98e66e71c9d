import type { ReactNode, Ref } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
} from 'react-hook-form'
import { Field, type FieldFrameProps } from './Field.tsx'

/** What to spread on a control: `<Input {...field} />`, `<Select options={…} {...field} />`. */
export interface BoundField<Value> {
  name: string
  value: Value
  onValueChange: (value: Value) => void
  onBlur: () => void
  /** Typed loosely, because each control has its own element type; the form only calls `focus`. */
  ref: Ref<never>
  disabled: boolean | undefined
}

/**
 * A Field bound to one value of a form. It shows the value's error, and gets focus when it is the first invalid one.
 */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  children,
  ...frame
}: FieldFrameProps & {
  control: Control<Values, unknown, Transformed>
  name: Name
  children: (field: BoundField<FieldPathValue<Values, Name>>) => ReactNode
}) {
  const { field, fieldState } = useController({ control, name })
  return (
    <Field {...frame} error={fieldState.error && (fieldState.error.message ?? 'This value is not accepted')}>
      {children({
        name,
        value: field.value,
        onValueChange: field.onChange,
        onBlur: field.onBlur,
        ref: field.ref,
        disabled: field.disabled,
      })}
    </Field>
  )
}
