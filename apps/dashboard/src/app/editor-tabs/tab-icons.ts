import { Eye, FileCode2, Globe, Layers, ScanEye, Table2 } from 'lucide-react'
import type { Icon } from '../../ui/text/icon.ts'
import type { TabType } from './tab.port.ts'

export const tabIcons: Readonly<Record<TabType, Icon>> = {
  r: Table2,
  v: Eye,
  m: ScanEye,
  f: Globe,
  p: Layers,
  sql: FileCode2,
}
