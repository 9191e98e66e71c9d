import type { ColumnDraft } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { SquareFunction, TextCursorInput } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuRadioGroup } from '../../../ui/menu/MenuRadioGroup.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { isTextType, suggestedDefaults } from './column-types.rules.ts'
import { defaultText, typedDefault } from './table-form.rules.ts'

const kinds = [
  { value: 'literal', label: 'Value' },
  { value: 'expression', label: 'SQL expression' },
] as const

/** A default value or expression, told apart by the icon of its menu. */
export function DefaultField({
  value,
  type,
  label,
  size = 'md',
  isInvalid,
  disabled,
  onChange,
}: {
  value: ColumnDraft['default']
  type: string
  label?: string
  size?: 'sm' | 'md'
  isInvalid?: boolean
  disabled?: boolean
  onChange: (value: ColumnDraft['default']) => void
}) {
  const kind = value && 'expression' in value ? 'expression' : 'literal'
  const text = defaultText(value)
  return (
    <Input
      size={size}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      disabled={disabled}
      placeholder={value === null ? 'No default' : 'Empty text'}
      spellCheck={false}
      autoComplete="off"
      value={text}
      onValueChange={(next) => onChange(typedDefault(next, type, value))}
      className={kind === 'expression' ? '[&_input]:font-mono' : ''}
      trailing={
        <Menu
          align="end"
          trigger={
            <IconButton
              size="sm"
              className="size-6"
              disabled={disabled === true}
              icon={kind === 'expression' ? SquareFunction : TextCursorInput}
              label={`Kind of ${label?.toLowerCase() ?? 'default value'}: ${kind === 'expression' ? 'SQL expression' : 'value'}`}
            />
          }
        >
          <MenuRadioGroup
            label="Default"
            options={[...kinds]}
            value={kind}
            onValueChange={(next) =>
              onChange(next === 'expression' ? { expression: text } : text === '' ? null : { literal: text })
            }
            closes
          />
          <MenuSeparator />
          {suggestedDefaults(type).map(({ expression, description }) => (
            <MenuItem key={expression} onSelect={() => onChange({ expression })}>
              <code className="text-xs">{expression}</code>
              <span className="ml-2 text-ink-muted text-xs">{description}</span>
            </MenuItem>
          ))}
          {isTextType(type) && <MenuItem onSelect={() => onChange({ literal: '' })}>Empty text</MenuItem>}
          <MenuItem onSelect={() => onChange(null)}>No default</MenuItem>
        </Menu>
      }
    />
  )
}
