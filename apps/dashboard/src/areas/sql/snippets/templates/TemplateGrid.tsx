import type { SqlTemplate } from '@basalt/contract/snippets/sql-template.ts'
import { useMutation } from '@tanstack/react-query'
import { createSnippet } from '../snippets.queries.ts'

/** Template cards; choosing one creates a query from it and opens it. */
export function TemplateGrid({
  projectRef,
  templates,
  onOpen,
}: {
  projectRef: string
  templates: readonly SqlTemplate[]
  onOpen: (snippet: { id: string; name: string }) => void
}) {
  const create = useMutation(createSnippet(projectRef))
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {templates.map(({ id, title, description, sql }) => (
        <li key={id}>
          <button
            type="button"
            disabled={create.isPending}
            onClick={() => create.mutate({ name: title, sql }, { onSuccess: onOpen })}
            className="flex h-full w-full flex-col gap-1 rounded-md border border-line bg-surface-1 p-3 text-left text-sm transition-colors available:hover:border-line-strong available:hover:bg-surface-2"
          >
            <span className="font-medium">{title}</span>
            <span className="text-ink-muted">{description}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
