import type { ApiCall } from '@basalt/contract/api-docs/api-call.rules.ts'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { languageNames, snippetIn } from './snippet-language.rules.ts'
import type { Snippets } from './use-snippets.ts'

/** An example call in the selected language, to copy. */
export function Snippet({
  call,
  label,
  snippets: { language, target },
}: {
  call: ApiCall
  /** What it does, for screen readers. */
  label: string
  snippets: Snippets
}) {
  return (
    <CodeBlock
      code={snippetIn(language, call, target)}
      title={languageNames[language]}
      label={`${label} in ${languageNames[language]}`}
    />
  )
}
