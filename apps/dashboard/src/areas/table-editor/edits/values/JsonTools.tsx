import { useState } from 'react'
import { prettyJson } from '../../../../lib/pretty-json.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { JsonTree } from './JsonTree.tsx'

/** Formats JSON, and edits it as a tree. */
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
      {isTree && <JsonTree name={name} text={text ?? ''} onText={onText} />}
    </>
  )
}
