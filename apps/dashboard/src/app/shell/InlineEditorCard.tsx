import { useInlineEditorKey } from '../../features/query/inline/inline-editor.state.ts'
import { Card } from '../../ui/Card.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** Whether a key opens the SQL editor over any page of a project. */
export function InlineEditorCard() {
  const [isOn, setOn] = useInlineEditorKey()
  return (
    <Card
      title="Inline SQL editor"
      description="A small editor over any page of a project. Kept in this browser."
    >
      <Switch
        checked={isOn}
        onCheckedChange={setOn}
        label="Open it with Ctrl or Cmd and E"
        description="The button in the header stays either way."
      />
    </Card>
  )
}
