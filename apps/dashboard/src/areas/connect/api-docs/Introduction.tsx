import { curlSetup } from '@basalt/contract/api-docs/curl-snippet.rules.ts'
import { javascriptSetup } from '@basalt/contract/api-docs/javascript-snippet.rules.ts'
import { pythonSetup } from '@basalt/contract/api-docs/python-snippet.rules.ts'
import { Link } from '@tanstack/react-router'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { DocHeader } from './DocHeader.tsx'
import { DocSection } from './DocSection.tsx'
import { languageNames } from './snippet-language.rules.ts'
import type { Snippets } from './use-snippets.ts'

export function Introduction({
  projectRef,
  isEmpty,
  snippets,
}: {
  projectRef: string
  /** The API has no tables, views or functions. */
  isEmpty: boolean
  snippets: Snippets
}) {
  const { url } = snippets.target
  return (
    <>
      <DocHeader title="Introduction">
        This project has an HTTP API for each table, view and function in its exposed schemas, always as they
        are in the database. Grants and row level security determine what a request may read and change.
      </DocHeader>
      <DescriptionList
        items={[
          { label: 'Project URL', value: <code className="text-xs">{url}</code>, copy: url },
          {
            label: 'Data API',
            value: <code className="text-xs">{`${url}/rest/v1`}</code>,
            copy: `${url}/rest/v1`,
          },
        ]}
      />
      <SetUp snippets={snippets} />
      <DocSection
        title="API contents"
        description={isEmpty ? <Nothing projectRef={projectRef} /> : <Something projectRef={projectRef} />}
      />
    </>
  )
}

function Something({ projectRef }: { projectRef: string }) {
  return (
    <>
      The contents list tables, views and functions by name, each with its columns and calls to copy. Set the
      exposed schemas and the maximum number of rows per response in the{' '}
      <TextLink render={<Link to="/project/$ref/settings/api" params={{ ref: projectRef }} />}>
        settings of the Data API
      </TextLink>
      .
    </>
  )
}

function Nothing({ projectRef }: { projectRef: string }) {
  return (
    <>
      Nothing yet. Create a table in the{' '}
      <TextLink render={<Link to="/project/$ref/sql/$id" params={{ ref: projectRef, id: 'new' }} />}>
        SQL editor
      </TextLink>
      , and it appears in the contents; or expose another schema in the{' '}
      <TextLink render={<Link to="/project/$ref/settings/api" params={{ ref: projectRef }} />}>
        settings of the Data API
      </TextLink>
      .
    </>
  )
}

function SetUp({ snippets: { language, target } }: { snippets: Snippets }) {
  const name = languageNames[language]
  if (language === 'curl')
    return (
      <DocSection
        title="Set up"
        description="You only need curl. This first request returns an OpenAPI description of the whole API."
      >
        <CodeBlock title={name} label="First request with curl" code={curlSetup(target)} />
      </DocSection>
    )
  const isPython = language === 'python'
  return (
    <DocSection
      title="Set up"
      description={
        isPython
          ? 'Install requests and start your program with these lines. Every other snippet uses them.'
          : 'Install the client library and create a client. Every other snippet uses it.'
      }
    >
      <CodeBlock
        title="Terminal"
        label="Command that installs"
        code={isPython ? 'pip install requests' : 'npm install @supabase/supabase-js'}
      />
      <CodeBlock
        title={name}
        label={`Set-up in ${name}`}
        code={isPython ? pythonSetup(target) : javascriptSetup(target)}
      />
    </DocSection>
  )
}
