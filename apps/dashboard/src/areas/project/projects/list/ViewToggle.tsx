import { LayoutGrid, Rows3 } from 'lucide-react'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import type { ProjectListView } from './project-list-view.ts'

const views = [
  { view: 'grid', label: 'Show as grid', icon: LayoutGrid },
  { view: 'table', label: 'Show as table', icon: Rows3 },
] as const

export function ViewToggle({
  view,
  onViewChange,
}: {
  view: ProjectListView
  onViewChange: (view: ProjectListView) => void
}) {
  return (
    <fieldset className="flex rounded-md border border-line-strong bg-field">
      <legend className="sr-only">View</legend>
      {views.map(({ view: one, label, icon }) => (
        <IconButton
          key={one}
          label={label}
          icon={icon}
          aria-pressed={one === view}
          onClick={() => onViewChange(one)}
          className="-my-px first-of-type:-ml-px last-of-type:-mr-px aria-pressed:border-line-strong aria-pressed:bg-surface-3 aria-pressed:text-ink"
        />
      ))}
    </fieldset>
  )
}
