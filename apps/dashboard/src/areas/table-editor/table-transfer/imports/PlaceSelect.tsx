import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import type { Option } from '../../../../ui/controls/option.ts'
import { Select } from '../../../../ui/controls/Select.tsx'

/** Longer lists are searched. */
const UNSEARCHED_MAX = 12
/** Options that an open list shows; the others are found by typing. */
const SHOWN_MAX = 200

/** Chooses a column, of a file that may have many. */
export function PlaceSelect({
  options,
  ...rest
}: {
  options: readonly Option<string>[]
  value: string
  onValueChange: (value: string) => void
  disabled?: boolean
  'aria-label'?: string
}) {
  if (options.length <= UNSEARCHED_MAX) return <Select options={options} {...rest} />
  return (
    <Combobox
      options={options}
      shownMax={SHOWN_MAX}
      hasWideList
      {...rest}
      onValueChange={(value) => value !== null && rest.onValueChange(value)}
    />
  )
}
