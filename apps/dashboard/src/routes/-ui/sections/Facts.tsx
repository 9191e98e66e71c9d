import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { StatusDot } from '../../../ui/feedback/StatusDot.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { usePane } from '../pane.ts'
import { Specimen } from '../Specimen.tsx'

const connectionString = 'postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:5432/postgres'

const requests = [120, 340, 260, null, 410, 520, 300].map((value, day) => ({
  label: `${day + 1} Nov`,
  value,
}))

export function Facts() {
  const pane = usePane()
  return (
    <>
      <Specimen name="Description list" wide>
        <DescriptionList
          items={[
            { label: 'Status', value: <StatusDot tone="success">Healthy</StatusDot> },
            {
              label: 'Reference',
              value: <code className="text-xs">kqzvxwplmnrtbdfgh</code>,
              copy: 'kqzvxwplmnrtbdfgh',
            },
            { label: 'Version', value: 'PostgreSQL 18.4' },
            { label: 'Size', value: '42.7 MB' },
          ]}
        />
      </Specimen>
      <Specimen name="Bars with a limit line" wide>
        <BarChart
          label={`Requests of one week, ${pane}`}
          bars={requests}
          format={(value) => value.toLocaleString('en')}
          limit={{ value: 400, label: '400 included per day' }}
        />
      </Specimen>
      <Specimen name="Disclosure" wide>
        <Disclosure summary="What the server said">
          <p className="text-ink-muted text-sm">The connection was closed while a query was running.</p>
        </Disclosure>
      </Specimen>
      <Specimen name="Code, one line" wide>
        <CodeBlock code={connectionString} label={`Connection string, ${pane}`} />
      </Specimen>
      <Specimen name="Code, with a title" wide>
        <CodeBlock
          title=".env.local"
          label={`.env.local, ${pane}`}
          code={`DATABASE_URL=${connectionString}\nPUBLIC_URL=http://127.0.0.1:4000`}
        />
      </Specimen>
    </>
  )
}
