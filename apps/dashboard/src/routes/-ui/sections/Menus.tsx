import { Copy, Ellipsis, FolderInput, Pause, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ThemeChoice, themeChoices, themeLabels } from '../../../lib/theme.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { ContextMenu } from '../../../ui/menu/ContextMenu.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuCheckboxItem } from '../../../ui/menu/MenuCheckboxItem.tsx'
import { MenuGroup } from '../../../ui/menu/MenuGroup.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuRadioGroup } from '../../../ui/menu/MenuRadioGroup.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { Submenu } from '../../../ui/menu/Submenu.tsx'
import { Specimen } from '../Specimen.tsx'

const themes = themeChoices.map((value) => ({ value, label: themeLabels[value] }))

const actions = (
  <>
    <MenuItem icon={Pencil} shortcut={['F2']}>
      Rename
    </MenuItem>
    <MenuItem icon={Copy}>Duplicate</MenuItem>
    <Submenu label="Move to" icon={FolderInput}>
      <MenuItem>Reports</MenuItem>
      <MenuItem>Drafts</MenuItem>
    </Submenu>
    <MenuItem icon={Pause} reason="Only a running project can be paused">
      Pause
    </MenuItem>
    <MenuSeparator />
    <MenuItem icon={Trash2} destructive>
      Delete
    </MenuItem>
  </>
)

export function Menus() {
  const [theme, setTheme] = useState<ThemeChoice>('system')
  const [hasSystemSchemas, setSystemSchemas] = useState(true)
  const [tab, setTab] = useState<'results' | 'messages' | 'plan'>('results')
  return (
    <>
      <Specimen name="Menu and choices">
        <div className="flex gap-2">
          <Menu trigger={<IconButton label="Actions" icon={Ellipsis} variant="secondary" />}>{actions}</Menu>
          <Menu trigger={<Button>View</Button>}>
            <MenuRadioGroup label="Theme" options={themes} value={theme} onValueChange={setTheme} />
            <MenuSeparator />
            <MenuGroup label="Show">
              <MenuCheckboxItem checked={hasSystemSchemas} onCheckedChange={setSystemSchemas}>
                System schemas
              </MenuCheckboxItem>
            </MenuGroup>
            <MenuSeparator />
            <MenuItem link={<a href="#Menus" />}>Go to settings</MenuItem>
          </Menu>
        </div>
      </Specimen>
      <Specimen name="Context menu">
        <ContextMenu items={actions}>
          <div className="grid h-16 place-items-center rounded-md border border-dashed border-line-strong text-ink-muted text-sm">
            Right-click here
          </div>
        </ContextMenu>
      </Specimen>
      <Specimen name="Tabs" wide>
        <Tabs
          label="Query output"
          value={tab}
          onValueChange={setTab}
          items={[
            { value: 'results', label: 'Results', count: 128 },
            { value: 'messages', label: 'Messages' },
            { value: 'plan', label: 'Plan', disabled: true },
          ]}
        >
          <TabPanel value="results" className="py-3 text-sm">
            128 rows
          </TabPanel>
          <TabPanel value="messages" className="py-3 text-sm">
            No messages
          </TabPanel>
        </Tabs>
      </Specimen>
    </>
  )
}
