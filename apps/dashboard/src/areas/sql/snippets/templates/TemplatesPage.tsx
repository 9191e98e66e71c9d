import { sqlQuickstarts } from '@basalt/contract/snippets/sql-quickstarts.ts'
import type { SqlTemplate } from '@basalt/contract/snippets/sql-template.ts'
import { sqlTemplates } from '@basalt/contract/snippets/sql-templates.ts'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Input } from '../../../../ui/controls/Input.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { TemplateGrid } from './TemplateGrid.tsx'
import { templatesFor } from './templates.rules.ts'

const texts = {
  template: {
    title: 'Templates',
    description: 'Common statements. Each one opens as a new query that you can edit and run.',
  },
  quickstart: {
    title: 'Quickstarts',
    description: 'Small schemas that are ready to run. Each one opens as a new query.',
  },
}

/** All templates or quickstarts, with a search. */
export function TemplatesPage({
  projectRef,
  type,
  onOpen,
}: {
  projectRef: string
  type: SqlTemplate['type']
  onOpen: (snippet: { id: string; name: string }) => void
}) {
  const [search, setSearch] = useState('')
  const found = templatesFor([...sqlTemplates, ...sqlQuickstarts], type, search)
  const { title, description } = texts[type]
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-6">
        <PageHeader title={title} description={description} />
        <Input
          type="search"
          icon={Search}
          aria-label={`Search ${title.toLowerCase()}`}
          placeholder={`Search ${title.toLowerCase()}`}
          value={search}
          onValueChange={setSearch}
          className="max-w-sm"
        />
        {found.length === 0 ? (
          <EmptyState icon={Search} title={`No matching ${title.toLowerCase()}`} />
        ) : (
          <TemplateGrid projectRef={projectRef} templates={found} onOpen={onOpen} />
        )}
      </div>
    </div>
  )
}
