import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { Map as MapIcon, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { oneOf } from '../../../lib/shape.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { TabPanel } from '../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { lazyPanel } from '../../../ui/lazy-panel.tsx'
import type { DatabaseDiagramProps } from './DatabaseDiagram.tsx'
import type { RegionMapProps } from './RegionMap.tsx'

const { LazyPanel: Diagram } = lazyPanel<DatabaseDiagramProps>(
  async () => (await import('./DatabaseDiagram.tsx')).DatabaseDiagram,
  'the diagram',
)
const { LazyPanel: WorldMap } = lazyPanel<RegionMapProps>(
  async () => (await import('./RegionMap.tsx')).RegionMap,
  'the map',
)

const views = ['diagram', 'map'] as const
const View = oneOf(views)

const items = [
  { value: 'diagram', label: 'Diagram', icon: Workflow },
  { value: 'map', label: 'Map', icon: MapIcon },
] as const

/** The databases of a project as a picture: how reads and changes flow, or where they are. */
export function DatabasesCard(props: {
  states: readonly DatabaseState[]
  regionName: (code: string) => string
  actionsOf: (replica: DatabaseState) => ReactNode
}) {
  const [view, setView] = usePreference<(typeof views)[number]>('infrastructure-view', View, 'diagram')
  return (
    <Card padded={false}>
      <Tabs
        label="View of the databases"
        items={items}
        value={view}
        onValueChange={setView}
        className="px-4 pt-2"
      >
        <TabPanel value="diagram" className="min-h-28 py-4">
          <Diagram {...props} />
        </TabPanel>
        <TabPanel value="map" className="min-h-60 py-4">
          <WorldMap states={props.states} regionName={props.regionName} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}
