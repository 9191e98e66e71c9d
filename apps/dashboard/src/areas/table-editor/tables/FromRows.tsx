import { detectSettings, previewFile } from '@basalt/table-rows/files/read-file.ts'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { type NewTablePlan, newTablePlan } from '../table-transfer/imports/import-plan.rules.ts'

/** Fills the form of a new table with the names and types of the columns of pasted rows. */
export function FromRows({ schema, onRead }: { schema: string; onRead: (plan: NewTablePlan) => void }) {
  const [text, setText] = useState('')
  const [isReading, setReading] = useState(false)
  const [failure, setFailure] = useState<string>()
  const read = async () => {
    setReading(true)
    setFailure(undefined)
    try {
      const rows = new Blob([text])
      const plan = newTablePlan(await previewFile(rows, await detectSettings(rows)), 'pasted', schema)
      if (plan.columns.length === 0) return setFailure('There are no columns in the text.')
      onRead(plan)
      setText('')
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setReading(false)
    }
  }
  return (
    <Disclosure summary="Fill the form from rows" isWrong={failure !== undefined}>
      <div className="flex flex-col items-start gap-2">
        <Field
          label="Rows"
          description="CSV, TSV or JSON, with a first line of names. Columns and types are taken from them; import the rows once the table is there."
          className="w-full"
          {...(failure !== undefined && { error: failure })}
        >
          <TextArea
            mono
            rows={6}
            spellCheck={false}
            placeholder={'name,born\nAda,1815-12-10'}
            value={text}
            onValueChange={setText}
          />
        </Field>
        <Button
          size="sm"
          loading={isReading}
          onClick={() => void read()}
          {...(text.trim() === '' && { reason: 'Paste some rows first' })}
        >
          Use names and types
        </Button>
      </div>
    </Disclosure>
  )
}
