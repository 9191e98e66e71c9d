import { useState } from 'react'
import { Input } from '../../../ui/controls/Input.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { rangeProblem } from './usage-range.rules.ts'

interface Days {
  start: string
  end: string
}

/** Two days, both in the range. What makes no range stays here and is told; it never reaches the page. */
export function CustomRange({ value, onChange }: { value: Days; onChange: (days: Days) => void }) {
  const [draft, setDraft] = useState(value)
  const problem = rangeProblem(draft.start, draft.end)
  const change = (part: Partial<Days>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (!rangeProblem(next.start, next.end)) onChange(next)
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="First day" className="w-40">
        <Input type="date" value={draft.start} onValueChange={(start) => change({ start })} />
      </Field>
      <Field label="Last day" className="w-40" {...(problem && { error: problem })}>
        <Input type="date" value={draft.end} onValueChange={(end) => change({ end })} />
      </Field>
    </div>
  )
}
