import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { StatusDot } from '../../../ui/StatusDot.tsx'
import { usePane } from '../pane.ts'
import { Specimen } from '../Specimen.tsx'

const connectionString = 'postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:5432/postgres'

export function Facts() {
  const pane = usePane()
  return (
    <>
      <Specimen name="Description list" wide>
        <DescriptionList
          facts={[
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
