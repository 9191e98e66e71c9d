import { curlWithToken } from '@basalt/contract/api-docs/curl-snippet.rules.ts'
import { javascriptSetupWithToken } from '@basalt/contract/api-docs/javascript-snippet.rules.ts'
import { pythonSetupWithToken } from '@basalt/contract/api-docs/python-snippet.rules.ts'
import { Link } from '@tanstack/react-router'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { DocHeader } from './DocHeader.tsx'
import { DocSection } from './DocSection.tsx'
import { languageNames } from './snippet-language.rules.ts'
import type { Snippets } from './use-snippets.ts'

export function Authentication({
  projectRef,
  snippets: { language, target },
}: {
  projectRef: string
  snippets: Snippets
}) {
  const name = languageNames[language]
  const code = {
    javascript: javascriptSetupWithToken(target),
    curl: curlWithToken('/', target),
    python: pythonSetupWithToken(target),
  }[language]
  return (
    <>
      <DocHeader title="Authentication">
        Every request needs a key in the <code>apikey</code> header. The key determines the role of the
        request; grants and row level security determine what that role may do.
      </DocHeader>
      <DocSection
        title="Publishable keys"
        description={
          <>
            For web pages, apps and other public code. A request runs as the role <code>anon</code>, so
            protect tables with row level security before you share one.
          </>
        }
      />
      <DocSection
        title="Secret keys"
        description={
          <>
            For servers only. A request runs as <code>service_role</code> and bypasses row level security:
            anyone with the key can read and change everything. Snippets never contain it.
          </>
        }
      />
      <DocSection
        title="Signed-in users"
        description={
          <>
            Send a token of this project as bearer token along with the publishable key. The request then runs
            as the role in the token, usually <code>authenticated</code>, and policies identify the user by{' '}
            <code>auth.uid()</code> and <code>auth.jwt()</code>.
          </>
        }
      >
        <CodeBlock title={name} label={`A request with a token in ${name}`} code={code} />
      </DocSection>
      <p className="max-w-prose text-ink-muted text-sm">
        Create and revoke keys in the{' '}
        <TextLink render={<Link to="/project/$ref/settings/api-keys" params={{ ref: projectRef }} />}>
          settings of this project
        </TextLink>
        .
      </p>
    </>
  )
}
