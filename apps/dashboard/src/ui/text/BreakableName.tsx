import { Fragment } from 'react'

/** A name or an address in a narrow place. It breaks after an underscore, a dot or an @ rather than within a word. */
export const BreakableName = ({ name }: { name: string }) =>
  name.split(/(?<=[_.@])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name, in their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
