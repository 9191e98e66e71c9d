import { sqlQuickstarts } from '@basalt/contract/snippets/sql-quickstarts.ts'
import { sqlTemplates } from '@basalt/contract/snippets/sql-templates.ts'
import { Link } from '@tanstack/react-router'
import { ArrowRight, FileCode2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { TabPanel } from '../../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../../ui/layout/Tabs.tsx'
import { TemplateGrid } from './TemplateGrid.tsx'
import { FEATURED_TEMPLATES } from './templates.rules.ts'

const tabs = [
  { value: 'templates', label: 'Templates' },
  { value: 'quickstarts', label: 'Quickstarts' },
] as const

/** The landing page of the SQL editor when no query is open. */
export function SqlLanding({
  projectRef: ref,
  recents,
  onOpen,
}: {
  projectRef: string
  recents: ReactNode
  onOpen: (snippet: { id: string; name: string }) => void
}) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('templates')
  const more = tab === 'templates' ? '/project/$ref/sql/templates' : '/project/$ref/sql/quickstarts'
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6">
        <PageHeader title="SQL editor" description="Write SQL, run it on your project and save it." />
        <Link
          to="/project/$ref/sql/$id"
          params={{ ref, id: 'new' }}
          className="flex items-center gap-3 rounded-md border border-line-strong border-dashed p-4 transition-colors hover:border-control hover:bg-surface-2"
        >
          <span className="grid size-9 place-items-center rounded-md border border-line bg-surface-2 text-ink-muted">
            <FileCode2 className="size-4.5" aria-hidden />
          </span>
          <span>
            <span className="block font-medium">New SQL snippet</span>
            <span className="block text-ink-muted text-sm">Saved automatically as you type.</span>
          </span>
        </Link>
        {recents}
        <Tabs
          label="Templates and quickstarts"
          items={tabs}
          value={tab}
          onValueChange={setTab}
          className="flex flex-col gap-3"
        >
          {tabs.map(({ value }) => (
            <TabPanel key={value} value={value}>
              <TemplateGrid
                projectRef={ref}
                templates={(value === 'templates' ? sqlTemplates : sqlQuickstarts).slice(
                  0,
                  FEATURED_TEMPLATES,
                )}
                onOpen={onOpen}
              />
            </TabPanel>
          ))}
        </Tabs>
        <ButtonLink icon={ArrowRight} className="self-start" render={<Link to={more} params={{ ref }} />}>
          View more {tab}
        </ButtonLink>
      </div>
    </div>
  )
}
