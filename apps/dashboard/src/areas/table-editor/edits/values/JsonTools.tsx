import { useMemo, useState } from 'react'
import { prettyJson } from '../../../../lib/pretty-json.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { type JsonNode, jsonTree } from './json-tree.rules.ts'

/** More entries of one object or array would stall the page. */
const SHOWN_MAX = 500

/** Formats JSON, and shows it as a tree. */
export function JsonTools({
  name,
  text,
  onText,
}: {
  name: string
  text: string | null
  onText: (text: string) => void
}) {
  const [isTree, setTree] = useState(false)
  const tree = useMemo(() => (isTree && text !== null ? jsonTree(text) : undefined), [isTree, text])
  return (
    <>
      <span className="flex gap-1">
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            const pretty = prettyJson(text)
            if (pretty !== undefined) onText(pretty)
          }}
        >
          Format
        </Button>
        <Button size="sm" variant="ghost" aria-pressed={isTree} onClick={() => setTree(!isTree)}>
          Tree
        </Button>
      </span>
      {isTree && (
        <section
          aria-label={`Tree of ${name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          className="max-h-60 w-full overflow-auto rounded-md border border-line bg-field p-2 font-mono text-xs leading-5"
        >
          {tree ? <Node node={tree} /> : <p className="text-ink-muted">The text is not JSON.</p>}
        </section>
      )}
    </>
  )
}

function Node({ node, name }: { node: JsonNode; name?: string }) {
  const label = name !== undefined && <span className="text-ink-muted">{name}: </span>
  if (node.kind !== 'object' && node.kind !== 'array')
    return (
      <p className="wrap-anywhere whitespace-pre-wrap pl-4">
        {label}
        {node.kind === 'string' ? JSON.stringify(node.text) : node.text}
      </p>
    )
  const children =
    node.kind === 'object' ? node.entries : node.items.map((item, index) => [String(index), item] as const)
  const size = `${children.length.toLocaleString('en')} ${node.kind === 'object' ? 'keys' : 'items'}`
  return (
    <details open={name === undefined} className="pl-4">
      <summary className="-ml-4 cursor-default">
        {label}
        <span className="text-ink-faint">{node.kind === 'object' ? `{ ${size} }` : `[ ${size} ]`}</span>
      </summary>
      {children.slice(0, SHOWN_MAX).map(([key, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys can be repeated, and entries have no other identity
        <Node key={index} node={value} name={key} />
      ))}
      {children.length > SHOWN_MAX && (
        <p className="pl-4 text-ink-muted">
          {(children.length - SHOWN_MAX).toLocaleString('en')} more, which only the text shows
        </p>
      )}
    </details>
  )
}
