import { writeRowFilter } from '@basalt/contract/ai/ai.endpoints.ts'
import { AI_PROMPT_MAX } from '@basalt/contract/ai/ai.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { aiQueries } from '../../sql/ai/ai.queries.ts'

/** Has the rules written from a description, to be read and applied. Absent where AI is not available. */
export function DescribedFilter({
  project: { ref, organization_slug: slug },
  table,
  columns,
  onWritten,
}: {
  project: Project
  table: string
  columns: readonly GridColumn[]
  onWritten: (filter: readonly string[]) => void
}) {
  const { data: check } = useQuery(aiQueries.keyCheck())
  const { data: level } = useQuery(aiQueries.level(slug))
  const [prompt, setPrompt] = useState('')
  const write = useMutation({
    mutationFn: () =>
      call(writeRowFilter, {
        body: {
          projectRef: ref,
          prompt,
          table,
          columns: columns.map(({ name, data_type, enum: values }) => ({
            name,
            data_type,
            values: values ?? [],
          })),
        },
      }),
    onSuccess: ({ filter }) => onWritten(filter),
  })
  if (check?.hasKey !== true || level === undefined || level === 'disabled') return null
  const isBlank = prompt.trim() === ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isBlank) return
    // Enter applies the filter below.
    event.preventDefault()
    if (!write.isPending) write.mutate()
  }
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-1.5">
        <Input
          size="sm"
          aria-label="Description of the rows"
          placeholder="Describe the rows, such as “signed up this week”"
          maxLength={AI_PROMPT_MAX}
          value={prompt}
          onValueChange={setPrompt}
          onKeyDown={onKeyDown}
        />
        <Button
          size="sm"
          icon={Sparkles}
          loading={write.isPending}
          disabled={isBlank}
          onClick={() => write.mutate()}
        >
          Write rules
        </Button>
      </div>
      {write.error && (
        <p role="alert" className="text-critical-ink text-xs">
          {write.error.message}
        </p>
      )}
    </div>
  )
}
