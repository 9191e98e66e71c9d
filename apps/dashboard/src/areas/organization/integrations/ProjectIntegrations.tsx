import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useNavigate } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'

/** The integrations of a project: agents over MCP and webhooks. */
export function ProjectIntegrations({ project }: { project: Project }) {
  const navigate = useNavigate()
  const open = () =>
    void navigate({ to: '.', search: (search) => ({ ...search, showConnect: true, tab: 'mcp' }) })
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader title="Integrations" description="Connect other programs to this project." />
      <Card
        title="Agents over MCP"
        description="Let a coding agent read and change this project, within the limits you set."
        actions={
          <Button
            icon={Plug}
            onClick={open}
            {...(project.status !== 'ACTIVE_HEALTHY' && {
              reason: 'Project is currently not active and cannot be connected',
            })}
          >
            Connect an agent
          </Button>
        }
      />
      <WebhooksCard slug={project.organization_slug} />
    </div>
  )
}
