import { type ConnectTab, connectTabs } from '@basalt/contract/connect/connect.rules.ts'
import { frameworks } from '@basalt/contract/connect/guides/frameworks.ts'
import { mobiles } from '@basalt/contract/connect/guides/mobiles.ts'
import { orms } from '@basalt/contract/connect/guides/orms.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { installationQueries } from '../../installation/installation/installation.queries.ts'
import type { ConnectPanel, ConnectPanelProps } from './connect-panel.ts'
import { chosenTab, type FrameworkKeys, tabChange } from './connect-search.rules.ts'
import { GuidePanel } from './guides/GuidePanel.tsx'
import { OrmPanel } from './guides/OrmPanel.tsx'
import { McpPanel } from './mcp/McpPanel.tsx'
import { offeredTabs } from './offered-tabs.rules.ts'
import { StringsPanel } from './strings/StringsPanel.tsx'

/** The panel below the tabs scrolls. */
const panelClass = 'flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain px-4 py-4'

interface Props extends ConnectPanelProps {
  open: boolean
  close: () => void
  /** A dialog opened from this one; it must be nested to be on top of it, also for screen readers. */
  children?: ReactNode
}

/** How to connect to a project. Its state is in the URL. */
export function ConnectDialog({ open, close, children, ...panel }: Props) {
  const { data: config } = useSuspenseQuery(installationQueries.config())
  const tabs = offeredTabs(config)
  const tab = chosenTab(
    panel.search,
    tabs.map(({ id }) => id),
    frameworkKeys,
  )
  const [only, ...others] = tabs
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={`Connect to your project${others.length === 0 ? ` via ${only?.label.toLowerCase()}` : ''}`}
      description="Get the connection string and environment variables for your app."
      size="lg"
      initialFocus="itself"
      fixedHeight
    >
      <div className="flex min-h-0 flex-1 flex-col pt-1">
        {others.length === 0 ? (
          <div className={panelClass}>
            <Panel {...panel} tab={tab} />
          </div>
        ) : (
          <Tabs
            label="Connection methods"
            items={tabs.map(({ id, label }) => ({ value: id, label }))}
            value={tab}
            onValueChange={(next) => next !== tab && panel.onSearchChange(tabChange(panel.search, next))}
            className="flex min-h-0 flex-1 flex-col [&>[role=tablist]]:shrink-0 [&>[role=tablist]]:px-2.5"
          >
            {connectTabs.map(({ id }) => (
              <TabPanel key={id} value={id} className={panelClass}>
                <Panel {...panel} tab={id} />
              </TabPanel>
            ))}
          </Tabs>
        )}
      </div>
      {children}
    </Dialog>
  )
}

function Panel({ tab, ...props }: ConnectPanelProps & { tab: ConnectTab }) {
  const ActivePanel = connectPanels[tab]
  return <ActivePanel {...props} />
}

/** The panel of each tab. */
const connectPanels: Readonly<Record<ConnectTab, ConnectPanel>> = {
  direct: StringsPanel,
  frameworks: (props) => <GuidePanel {...props} frameworks={frameworks} />,
  mobiles: (props) => <GuidePanel {...props} frameworks={mobiles} />,
  orms: OrmPanel,
  mcp: McpPanel,
}

/** Framework keys that select a tab when the URL has none. */
const frameworkKeys: FrameworkKeys = { frameworks, mobiles, orms }
