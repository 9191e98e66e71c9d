import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { useInlineEditorKey } from './inline-editor.state.ts'

/** Turns the shortcut for the inline SQL editor on or off. */
export function InlineEditorCard() {
  const [isOn, setOn] = useInlineEditorKey()
  return (
    <Card
      title="Inline SQL editor"
      description="A small editor beside any page of a project. Kept in this browser."
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
