import { readCreateTable } from '@basalt/contract/schema-changes/schema-changes.endpoints.ts'
import type { TableDraft } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'

/** Fills the form of a new table from a CREATE TABLE statement. */
export function FromSql({
  projectRef: ref,
  refusal,
  onRead,
}: {
  projectRef: string
  /** Why the member cannot run SQL. */
  refusal: string | undefined
  onRead: (table: TableDraft) => void
}) {
  const [sql, setSql] = useState('')
  const [isReading, setReading] = useState(false)
  const [failure, setFailure] = useState<string>()
  const read = async () => {
    setReading(true)
    setFailure(undefined)
    try {
      onRead(await call(readCreateTable, { params: { ref }, body: { sql } }))
      setSql('')
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setReading(false)
    }
  }
  return (
    <Disclosure summary="Fill the form from SQL" isWrong={failure !== undefined}>
      <div className="flex flex-col items-start gap-2">
        <Field
          label="CREATE TABLE statement"
          description="ALTER TABLE and COMMENT statements for the same table can follow. Nothing is run until you create the table."
          className="w-full"
          {...(failure !== undefined && { error: failure })}
        >
          <TextArea
            mono
            rows={6}
            spellCheck={false}
            placeholder="create table people (id bigint primary key, name text not null);"
            value={sql}
            onValueChange={setSql}
          />
        </Field>
        <Button
          size="sm"
          loading={isReading}
          onClick={() => void read()}
          {...(refusal !== undefined
            ? { reason: refusal }
            : sql.trim() === '' && { reason: 'Paste a CREATE TABLE statement first' })}
        >
          Fill the form
        </Button>
      </div>
    </Disclosure>
  )
}
