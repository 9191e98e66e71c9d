import { Table2 } from 'lucide-react'
import type { RailEntry } from '../../app/menus/menu.port.ts'

export const tableEditorLine: RailEntry = {
  key: 'editor',
  label: 'Table Editor',
  icon: Table2,
  letter: 't',
  route: '/project/$ref/editor',
}
