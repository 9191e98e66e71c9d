import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '../../app/page-title.ts'
import { SidebarCard } from '../../app/shell/sidebar/SidebarCard.tsx'
import { ThemeCard } from '../../areas/account/access/ThemeCard.tsx'
import { InlineEditorCard } from '../../areas/sql/query/inline/InlineEditorCard.tsx'

export const Route = createFileRoute('/_shell/account/appearance')({
  head: () => titleHead('Appearance', 'Account'),
  component: () => (
    <div className="flex max-w-3xl flex-col gap-6">
      <ThemeCard />
      <SidebarCard />
      <InlineEditorCard />
    </div>
  ),
})
