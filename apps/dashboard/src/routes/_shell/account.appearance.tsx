import { createFileRoute } from '@tanstack/react-router'
import { titled } from '../../app/page-title.ts'
import { InlineEditorCard } from '../../app/shell/header/InlineEditorCard.tsx'
import { SidebarCard } from '../../app/shell/sidebar/SidebarCard.tsx'
import { ThemeCard } from '../../areas/account/access/ThemeCard.tsx'

export const Route = createFileRoute('/_shell/account/appearance')({
  head: () => titled('Appearance', 'Account'),
  component: () => (
    <div className="flex max-w-3xl flex-col gap-6">
      <ThemeCard />
      <SidebarCard />
      <InlineEditorCard />
    </div>
  ),
})
