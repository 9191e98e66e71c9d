import { Plus } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Breadcrumb } from '../../../ui/layout/Breadcrumb.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ResizablePanels } from '../../../ui/layout/ResizablePanels.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { usePane } from '../pane.ts'
import { Specimen } from '../Specimen.tsx'

const place = 'grid h-full place-items-center text-ink-muted text-sm'

export function Layout() {
  const pane = usePane()
  return (
    <>
      <Specimen name="Page header" wide>
        <PageHeader
          breadcrumb={
            <Breadcrumb
              label={`Breadcrumb, ${pane}`}
              items={[
                // biome-ignore lint/a11y/useAnchorContent: the breadcrumb adds the text
                { label: 'Acme', link: <a href="#Layout" /> },
                { label: 'Projects' },
              ]}
            />
          }
          title="Projects"
          aside={<Badge tone="brand">Pro</Badge>}
          description="Everything the organization runs."
          actions={
            <Button variant="primary" icon={Plus}>
              New project
            </Button>
          }
        />
      </Specimen>
      <Specimen name="Card">
        <Card title="Data API" description="REST over your schema" actions={<Button size="sm">Edit</Button>}>
          <p className="text-sm">Serves the schema public.</p>
        </Card>
      </Specimen>
      <Specimen name="Danger card">
        <Card
          danger
          title="Delete project"
          description="This cannot be undone"
          footer={
            <Button size="sm" variant="danger" className="ml-auto">
              Delete project
            </Button>
          }
        />
      </Specimen>
      <Specimen name="Resizable panels" wide>
        <ResizablePanels
          storageKey={`gallery-${pane}`}
          direction="horizontal"
          className="h-40! rounded-md border"
          panels={[
            { id: 'list', defaultSize: 30, minSize: 20, content: <div className={place}>List</div> },
            {
              id: 'editor',
              defaultSize: 70,
              minSize: 30,
              content: (
                <ResizablePanels
                  storageKey={`gallery-inner-${pane}`}
                  direction="vertical"
                  panels={[
                    { id: 'sql', defaultSize: 50, minSize: 20, content: <div className={place}>Editor</div> },
                    {
                      id: 'rows',
                      defaultSize: 50,
                      minSize: 20,
                      content: <div className={place}>Results</div>,
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      </Specimen>
    </>
  )
}
