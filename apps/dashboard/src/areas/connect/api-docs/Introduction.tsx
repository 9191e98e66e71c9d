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
  /** There is nothing yet that could be asked for. */
  isEmpty: boolean
  snippets: Snippets
}) {
  const { url } = snippets.target
  return (
    <>
      <DocHeader title="Introduction">
        This project answers over HTTP: each table, view and function of its exposed schemas can be asked for,
        as the database has them at that moment. What a request may see and do there, grants and row level
        security decide.
      </DocHeader>
      <DescriptionList
        facts={[
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
        title="What can be asked for"
        words={isEmpty ? <Nothing projectRef={projectRef} /> : <Something projectRef={projectRef} />}
      />
    </>
  )
}

function Something({ projectRef }: { projectRef: string }) {
  return (
    <>
      Tables, views and functions stand in the contents by name, each with its columns and with calls that can
      be copied. Which schemas are exposed, and how many rows one answer has at most, is set in the{' '}
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
      , and it stands in the contents here; or expose another schema in the{' '}
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
        words="Nothing is needed but curl. This first request answers with a description of all there is, as OpenAPI."
      >
        <CodeBlock title={name} label="First request with curl" code={curlSetup(target)} />
      </DocSection>
    )
  const isPython = language === 'python'
  return (
    <DocSection
      title="Set up"
      words={
        isPython
          ? 'Install requests, and begin your program with these lines: every other snippet uses them.'
          : 'Install the client library, and make a client: every other snippet uses it.'
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
