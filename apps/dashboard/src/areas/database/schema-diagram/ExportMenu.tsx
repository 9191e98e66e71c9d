import { Copy, Download, FileCode2, FileText, Image } from 'lucide-react'
import { copyAsyncText } from '../../../lib/clipboard.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuGroup } from '../../../ui/menu/MenuGroup.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import type { Icon } from '../../../ui/text/icon.ts'
import type { ExportedDiagram, ExportFormat } from './export-diagram.ts'

const files: readonly { format: ExportFormat; label: string; icon: Icon }[] = [
  { format: 'png', label: 'PNG image', icon: Image },
  { format: 'svg', label: 'SVG image', icon: Image },
  { format: 'sql', label: 'SQL', icon: FileCode2 },
  { format: 'md', label: 'Markdown', icon: FileText },
  { format: 'dbml', label: 'DBML', icon: FileCode2 },
]

/** Downloads the diagram, or copies it as text. `diagram` is undefined until it is arranged. */
export function ExportMenu({ diagram }: { diagram: ExportedDiagram | undefined }) {
  const failed = (title: string) => (error: unknown) =>
    toast({ tone: 'critical', title, description: error instanceof Error ? error.message : String(error) })
  const download = async (format: ExportFormat) => {
    if (!diagram) return
    const { downloadDiagram } = await import('./export-diagram.ts')
    await downloadDiagram(format, diagram)
  }
  const copy = async (format: 'sql' | 'md', what: string) => {
    if (!diagram) return
    await copyAsyncText(async () => (await import('./export-diagram.ts')).textOf(format, diagram))
    toast({ tone: 'success', title: `Copied the ${what}` })
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={Download} disabled={!diagram}>
          Export
        </Button>
      }
    >
      <MenuGroup label="Download">
        {files.map(({ format, label, icon }) => (
          <MenuItem
            key={format}
            icon={icon}
            onSelect={() => void download(format).catch(failed(`Failed to export the ${label}`))}
          >
            {label}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={Copy} onSelect={() => void copy('sql', 'SQL').catch(failed('Failed to copy the SQL'))}>
        Copy as SQL
      </MenuItem>
      <MenuItem
        icon={Copy}
        onSelect={() => void copy('md', 'Markdown').catch(failed('Failed to copy the Markdown'))}
      >
        Copy as Markdown
      </MenuItem>
    </Menu>
  )
}
