import { Navigate } from '@tanstack/react-router'
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { lastTable } from './last-table.ts'

/** Redirects to the table that was open last; without one, or when a schema is chosen, says what to do. */
export function TableEditorHome({
  projectRef: ref,
  schema,
}: {
  projectRef: string
  schema: string | undefined
}) {
  const [last] = useState(() => lastTable(ref))
  if (last && schema === undefined)
    return (
      <Navigate
        to="/project/$ref/editor/$tableId"
        params={{ ref, tableId: String(last.id) }}
        search={{ schema: last.schema }}
        replace
      />
    )
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
      <h1 className="sr-only">Table editor</h1>
      <EmptyState frame={false} icon={Table2} title="Select a table">
        Choose a table or view from the list to read and change its rows. Tables are created with SQL in the
        SQL editor.
      </EmptyState>
    </div>
  )
}
