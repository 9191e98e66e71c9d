import type { ConnectTab } from '@basalt/contract/connect/connect.rules.ts'
import { frameworks } from '@basalt/contract/connect/guides/frameworks.ts'
import { mobiles } from '@basalt/contract/connect/guides/mobiles.ts'
import { orms } from '@basalt/contract/connect/guides/orms.ts'
import type { ConnectPanel } from './connect-panel.ts'
import type { FrameworkKeys } from './connect-search.rules.ts'
import { GuidePanel } from './guides/GuidePanel.tsx'
import { OrmPanel } from './guides/OrmPanel.tsx'
import { McpPanel } from './mcp/McpPanel.tsx'
import { StringsPanel } from './strings/StringsPanel.tsx'

/** The panel of each tab. */
export const connectPanels: Readonly<Record<ConnectTab, ConnectPanel>> = {
  direct: StringsPanel,
  frameworks: (props) => <GuidePanel {...props} frameworks={frameworks} />,
  mobiles: (props) => <GuidePanel {...props} frameworks={mobiles} />,
  orms: OrmPanel,
  mcp: McpPanel,
}

/** Framework keys that select a tab when the URL has none. */
export const frameworkKeys: FrameworkKeys = { frameworks, mobiles, orms }
