import { Switch as Base } from '@base-ui/react/switch'
import type { ReactNode, Ref } from 'react'
import { Choice } from './Choice.tsx'

export interface SwitchProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label?: ReactNode
  description?: ReactNode
  /** Puts the switch at the end of the line. */
  trailing?: boolean
  disabled?: boolean
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLElement>
  'aria-label'?: string
}

/** A switch takes effect at once. In a form that is saved later, use a Checkbox. */
export function Switch({ label, description, trailing, onCheckedChange, ...rest }: SwitchProps) {
  const control = (describedBy?: string) => (
    <Base.Root
      {...rest}
      aria-describedby={describedBy}
      onCheckedChange={(checked) => onCheckedChange(checked)}
      className="flex h-4.5 w-8 shrink-0 items-center rounded-full border border-control bg-surface-3 p-0.5 transition-colors data-disabled:opacity-50 data-checked:border-brand data-checked:bg-brand"
    >
      <Base.Thumb className="size-3 rounded-full bg-ink-muted transition-[translate,background-color] data-checked:translate-x-3.5 data-checked:bg-on-brand" />
    </Base.Root>
  )
  if (label === undefined) return control()
  return (
    <Choice label={label} description={description} disabled={rest.disabled} trailing={trailing}>
      {control}
    </Choice>
  )
}
