import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { WrappersPage } from './WrappersPage.tsx'
import type { WrappersSearch } from './wrappers-url.rules.ts'

/** What connects a project with others: all of it, or one category. */
export const IntegrationsPage = ({ project, search }: { project: Project; search: WrappersSearch }) =>
  search.category === 'wrapper' ? (
    <WrappersPage project={project} search={search} />
  ) : (
    <Overview projectRef={project.ref} />
  )

const Overview = ({ projectRef: ref }: { projectRef: string }) => (
  <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-8 sm:px-6">
    <PageHeader title="Integrations" description="What connects this project with other systems." />
    <Integration
      title="Wrappers"
      description="Tables of other PostgreSQL servers and of files, used in SQL as if they were here."
      link={<Link to="/project/$ref/integrations" params={{ ref }} search={{ category: 'wrapper' }} />}
    />
    <Integration
      title="Webhooks"
      description="HTTP requests for inserted, updated and deleted rows, in order and with retries."
      link={<Link to="/project/$ref/integrations/webhooks/overview" params={{ ref }} />}
    />
    <Integration
      title="Agents over MCP"
      description="A coding agent reads and changes this project, within the limits you set."
      link={<Link to="/project/$ref/settings/integrations" params={{ ref }} />}
    />
  </div>
)

const Integration = ({
  title,
  description,
  link,
}: {
  title: string
  description: string
  link: ReactElement
}) => (
  <Card
    title={title}
    description={description}
    actions={
      <ButtonLink render={link} aria-label={`Open ${title}`}>
        Open
      </ButtonLink>
    }
  />
)
