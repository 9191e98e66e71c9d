import { Button } from '../../../../ui/controls/Button.tsx'
import { fromPicker, nowText, pickerType, toPicker } from './moment.rules.ts'

/** A picker and the present moment, for dates and times. */
export function MomentTools({
  format,
  name,
  text,
  onText,
}: {
  format: string
  /** Of the column. */
  name: string
  text: string | null
  onText: (text: string) => void
}) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <input
        type={pickerType(format)}
        step={1}
        aria-label={`Pick ${name}`}
        value={toPicker(format, text)}
        onChange={({ target }) => target.value !== '' && onText(fromPicker(format, target.value, text))}
        className="h-7 rounded-md border border-line-strong bg-field px-2 text-xs any-pointer-coarse:h-9 any-pointer-coarse:text-lg"
      />
      <Button size="sm" variant="ghost" onClick={() => onText(nowText(format, new Date()))}>
        {format === 'date' ? 'Today' : 'Now'}
      </Button>
    </span>
  )
}
