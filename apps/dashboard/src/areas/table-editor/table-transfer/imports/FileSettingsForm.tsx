import { type FileEncoding, fileEncodings } from '@basalt/table-rows/files/encoding.ts'
import type { FileSettings } from '@basalt/table-rows/files/read-file.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Field } from '../../../../ui/form/Field.tsx'

const encodingNames: Record<FileEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Latin-1 (Windows-1252)',
}
const encodings = fileEncodings.map((value) => ({ value, label: encodingNames[value] }))

const layouts = [
  { value: ',', label: 'Commas' },
  { value: ';', label: 'Semicolons' },
  { value: '\t', label: 'Tabs' },
  { value: '|', label: 'Vertical bars' },
  { value: 'json', label: 'JSON array' },
  { value: 'jsonl', label: 'JSON lines' },
]

const empties = [
  { value: 'bare' as const, label: 'Unquoted empty' },
  { value: 'all' as const, label: 'Any empty value' },
  { value: 'none' as const, label: 'No empty value' },
]

/** How the file is read. It was detected, and can be changed. */
export function FileSettingsForm({
  settings,
  onChange,
}: {
  settings: FileSettings
  onChange: (settings: FileSettings) => void
}) {
  const { layout, nulls } = settings
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Field label="Values are separated by">
        <Select
          options={layouts}
          value={layout.kind === 'csv' ? layout.delimiter : layout.kind}
          onValueChange={(value) =>
            onChange({
              ...settings,
              layout:
                value === 'json' || value === 'jsonl'
                  ? { kind: value }
                  : { kind: 'csv', delimiter: value, lineEnd: layout.kind === 'csv' ? layout.lineEnd : '\n' },
            })
          }
        />
      </Field>
      <Field label="Encoding">
        <Select
          options={encodings}
          value={settings.encoding}
          onValueChange={(encoding) => onChange({ ...settings, encoding })}
        />
      </Field>
      {layout.kind === 'csv' && (
        <>
          <Field label="NULL is">
            <Select
              options={empties}
              value={nulls.empty}
              onValueChange={(empty) => onChange({ ...settings, nulls: { ...nulls, empty } })}
            />
          </Field>
          <Field label="NULL is also the text">
            <Input
              value={nulls.text}
              placeholder="None"
              onValueChange={(text) => onChange({ ...settings, nulls: { ...nulls, text } })}
            />
          </Field>
          <div className="col-span-full">
            <Checkbox
              checked={settings.hasHeader}
              onCheckedChange={(hasHeader) => onChange({ ...settings, hasHeader })}
              label="The first row has the names of the columns"
            />
          </div>
        </>
      )}
      {layout.kind !== 'csv' && (
        <p className="col-span-full text-ink-muted text-sm">
          A key that an object lacks becomes NULL, not the column’s default.
        </p>
      )}
    </div>
  )
}
