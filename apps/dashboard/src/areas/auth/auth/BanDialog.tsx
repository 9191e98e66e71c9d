import { BAN_HOURS_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import { useState } from 'react'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { banHoursOf, banLengths } from './ban-lengths.rules.ts'

const OTHER = 'other'
const options = [
  ...banLengths.map(({ hours, label }) => ({ value: String(hours), label })),
  { value: OTHER, label: 'Another number of hours' },
]

/** Asks for how long users are banned. */
export function BanDialog({
  open,
  onOpenChange,
  title,
  confirmLabel = 'Ban user',
  onConfirm,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  confirmLabel?: string
  onConfirm: (hours: number) => Promise<unknown> | unknown
}) {
  const [length, setLength] = useState(String(BAN_HOURS_MAX))
  const [typed, setTyped] = useState('')
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => {
        const hours = banHoursOf(length === OTHER ? typed : length)
        if (hours === undefined)
          throw new Error(`Enter whole hours from 1 to ${BAN_HOURS_MAX.toLocaleString('en')}`)
        return onConfirm(hours)
      }}
    >
      <div className="flex flex-col gap-3">
        <p>
          A banned user cannot sign in, and all sessions end. An access token that was issued before stays
          valid for the Data API until it expires. You can end the ban at any time.
        </p>
        <Field label="Length of the ban">
          <Select options={options} value={length} onValueChange={setLength} />
        </Field>
        {length === OTHER && (
          <Field label="Hours">
            <Input inputMode="numeric" autoComplete="off" value={typed} onValueChange={setTyped} />
          </Field>
        )}
      </div>
    </ConfirmDialog>
  )
}
