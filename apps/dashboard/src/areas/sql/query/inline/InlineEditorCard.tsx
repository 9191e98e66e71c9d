import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Card } from '../../../../ui/layout/Card.tsx'
import { useInlineEditorKey } from './inline-editor.state.ts'

/** Turns the shortcut for the inline SQL editor on or off. */
export function InlineEditorCard() {
  const [isOn, setOn] = useInlineEditorKey()
  return (
    <Card
      title="Inline SQL editor"
      description="A small editor beside any project page. This setting applies to this browser."
    >
      <Switch
        checked={isOn}
        onCheckedChange={setOn}
        label="Open with Ctrl+E or Cmd+E"
        description="The header button stays available either way."
      />
    </Card>
  )
}
