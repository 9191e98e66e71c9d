import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TabPanel } from '../../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../../ui/layout/Tabs.tsx'
import { compositeTypeKindPage } from '../composite-types/composite-type-kind-page.tsx'
import { domainKindPage } from '../domains/domain-kind-page.tsx'
import { enumeratedTypeKindPage } from '../enumerated-types/enumerated-type-kind-page.tsx'
import { ObjectsPage } from '../ObjectsPage.tsx'
import type { TypesSearch } from './types-url.rules.ts'

const tabs = [
  { value: 'enumerated', label: 'Enumerated' },
  { value: 'composite', label: 'Composite' },
  { value: 'domains', label: 'Domains' },
] as const

/** The types that members make, a tab for each kind. */
export function TypesPage({
  project,
  search: { tab, ...search },
}: {
  project: Project
  search: TypesSearch
}) {
  const navigate = useNavigate()
  const shown = tab ?? 'enumerated'
  const underTabs = (list: ReactNode) => (
    <Tabs
      label="Kinds of types"
      items={tabs}
      value={shown}
      // What is searched for and open belongs to the other kind.
      onValueChange={(next) =>
        void navigate({
          to: '.',
          search: { schema: search.schema, tab: next === 'enumerated' ? undefined : next },
          replace: true,
          resetScroll: false,
        })
      }
    >
      <TabPanel value={shown} className="flex flex-col gap-4 pt-4">
        {list}
      </TabPanel>
    </Tabs>
  )
  const page = { project, search, underTabs }
  if (shown === 'composite') return <ObjectsPage {...page} kind={compositeTypeKindPage} />
  if (shown === 'domains') return <ObjectsPage {...page} kind={domainKindPage} />
  return <ObjectsPage {...page} kind={enumeratedTypeKindPage} />
}
